import { BtcpError, within } from '@btcp/protocol';
import type { Browser } from 'puppeteer-core';
import { connectTo } from '../cdp/connect-to.js';
import type { ChromeBinary } from './binary/chrome-binary.js';
import { chromeArguments } from './chrome-arguments.js';
import { ChromeChild } from './chrome-child.js';
import { asOnlyProgram } from './only-program.js';

export interface LaunchOptions {
  binary: ChromeBinary;
  profile: string;
  headed?: boolean | undefined;
  flags?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  onWarning?: ((line: string) => void) | undefined;
}

export interface LaunchedChrome {
  browser: Browser;
  child: ChromeChild;
  sandboxed: boolean;
}

const LAUNCH_TIMEOUT_MS = 30_000;

// Chrome must not get the server's keys and tokens.
const ENVIRONMENT =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_.*|TZ|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DBUS_.*|SYSTEMROOT|LOCALAPPDATA|APPDATA|USERPROFILE|PROGRAMFILES.*|(HTTPS?|ALL|NO)_PROXY)$/i;

// Found out by the first launch: some systems cannot sandbox Chrome.
let sandboxWorks = process.getuid?.() !== 0;
let hasWarned = false;

/** Starts Chrome on a pipe, without a debugging port, and sandboxed where possible. */
export async function launchChrome(options: LaunchOptions): Promise<LaunchedChrome> {
  if (sandboxWorks) {
    try {
      return { ...(await launchTwice(options, [])), sandboxed: true };
    } catch (thrown) {
      if (!/No usable sandbox|setuid sandbox|SUID sandbox/i.test(String(thrown))) throw thrown;
      sandboxWorks = false;
    }
  }
  warnOnce(options);
  return { ...(await launchTwice(options, ['--no-sandbox'])), sandboxed: false };
}

// A page that breaks out of an unconfined Chrome has all that its user has: nobody should have to look for this.
function warnOnce({ onWarning }: LaunchOptions): void {
  if (hasWarned || !onWarning) return;
  hasWarned = true;
  const reason =
    process.getuid?.() === 0 ? 'root started it. Run the server as another user' : 'this system does not allow one';
  onWarning(`WARNING: Chrome runs WITHOUT its sandbox: ${reason}. See btcp doctor.`);
}

// On a busy machine Chrome now and then dies at its start, and does not the next time.
async function launchTwice(options: LaunchOptions, extra: string[]): Promise<Omit<LaunchedChrome, 'sandboxed'>> {
  return launch(options, extra).catch((thrown) =>
    thrown instanceof EndedEarly && !options.signal?.aborted ? launch(options, extra) : Promise.reject(thrown),
  );
}

async function launch(options: LaunchOptions, extra: string[]): Promise<Omit<LaunchedChrome, 'sandboxed'>> {
  const { binary, profile, headed = false, flags = [], signal } = options;
  signal?.throwIfAborted();
  const args = chromeArguments(profile, headed, [...flags, ...extra]);
  const environment = asOnlyProgram(profile, { ...usualEnvironment(), ...binary.environment });
  const child = new ChromeChild(binary.path, args, environment);
  const kill = () => child.kill();
  signal?.addEventListener('abort', kill);
  const connecting = connectTo(child.transport);
  // How Chrome ended says more than the error of the driver.
  const ended = child.ended.then((how) => Promise.reject(new EndedEarly(options, `${how} ${child.complaint}`)));
  const started = Promise.race([connecting.catch(() => ended), ended]);
  try {
    const browser = await within(started, LAUNCH_TIMEOUT_MS, () =>
      Promise.reject(
        new StartFailed(options, `It did not answer within ${LAUNCH_TIMEOUT_MS / 1_000} s. ${child.complaint}`),
      ),
    );
    return { browser, child };
  } catch (thrown) {
    child.kill();
    throw thrown;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function usualEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)));
}

class StartFailed extends BtcpError {
  constructor({ binary }: LaunchOptions, reason: string) {
    super('browser_unavailable', `${binary.path} could not be started. ${reason.trim()}`, {
      hint: 'Install what its message names, or pass another browser with --chrome.',
    });
  }
}

class EndedEarly extends StartFailed {}
