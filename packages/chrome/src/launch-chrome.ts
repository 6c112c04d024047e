import { BtcpError } from '@btcp/protocol';
import type { Browser } from 'puppeteer-core';
import type { ChromeBinary } from './binary/chrome-binary.js';
import { killProcessesOf } from './kill-processes.js';
import { raise, within } from './within.js';

export interface LaunchOptions {
  binary: ChromeBinary;
  profile: string;
  headed?: boolean | undefined;
  /** Flags beside the usual ones. */
  flags?: readonly string[] | undefined;
}

export interface LaunchedChrome {
  browser: Browser;
  sandboxed: boolean;
}

const LAUNCH_TIMEOUT_MS = 30_000;

const ARGUMENTS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];

/** What Chrome needs of the environment: it is not handed the keys and tokens that servers carry there. */
const ENVIRONMENT =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_.*|TZ|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DBUS_.*|SYSTEMROOT|LOCALAPPDATA|APPDATA|USERPROFILE|PROGRAMFILES.*|(HTTPS?|ALL|NO)_PROXY)$/i;

/** Learned by the first launch: a system without user namespaces or a setuid helper cannot sandbox Chrome. */
let sandboxWorks = process.getuid?.() !== 0;

/** Starts Chrome on a pipe: no debugging port is ever open. The sandbox is on where the system allows it. */
export async function launchChrome(options: LaunchOptions): Promise<LaunchedChrome> {
  if (sandboxWorks) {
    try {
      return { browser: await launch(options, []), sandboxed: true };
    } catch (thrown) {
      if (!/No usable sandbox|setuid sandbox|SUID sandbox/i.test(String(thrown))) throw unavailable(options, thrown);
      console.error('Chrome runs without its sandbox: this system allows it none. btcp doctor tells more.');
      sandboxWorks = false;
    }
  }
  try {
    return { browser: await launch(options, ['--no-sandbox']), sandboxed: false };
  } catch (thrown) {
    throw unavailable(options, thrown);
  }
}

async function launch(options: LaunchOptions, extra: string[]): Promise<Browser> {
  // Loaded with the first browser: a server that answers without one starts much faster.
  const { default: puppeteer } = await import('puppeteer-core');
  const launching = puppeteer.launch({
    executablePath: options.binary.path,
    userDataDir: options.profile,
    headless: !options.headed,
    pipe: true,
    args: [...ARGUMENTS, ...(options.flags ?? []), ...extra],
    defaultViewport: null,
    env: { ...usualEnvironment(), ...options.binary.environment },
    timeout: LAUNCH_TIMEOUT_MS,
    // How long a command may take is decided by who sends it.
    protocolTimeout: 0,
    // The server ends its browsers itself, in order.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  // The driver waits for ever when Chrome dies at the wrong moment of its start.
  return within(launching, LAUNCH_TIMEOUT_MS, () => {
    killProcessesOf(options.profile);
    return raise(new Error(`It did not start within ${LAUNCH_TIMEOUT_MS / 1_000} seconds.`));
  });
}

function usualEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)));
}

function unavailable({ binary }: LaunchOptions, cause: unknown): BtcpError {
  const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split('\n\nTROUBLESHOOTING');
  return new BtcpError('browser_unavailable', `${binary.path} could not be started. ${reason.trim()}`, {
    hint: 'Install what its message names, or pass another browser with --chrome.',
    cause,
  });
}
