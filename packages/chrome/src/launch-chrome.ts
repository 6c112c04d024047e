import { BtcpError } from '@btcp/protocol';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { ChromeBinary } from './binary/chrome-binary.js';

export interface LaunchOptions {
  binary: ChromeBinary;
  profile: string;
  headed?: boolean | undefined;
}

export interface LaunchedChrome {
  browser: Browser;
  sandboxed: boolean;
}

/** How long a browser may take to start and to answer one command. */
const LAUNCH_TIMEOUT_MS = 30_000;
const COMMAND_TIMEOUT_MS = 30_000;

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
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_.*|TZ|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|DBUS_.*|SYSTEMROOT|LOCALAPPDATA|APPDATA|USERPROFILE|PROGRAMFILES.*)$/i;

/** Learned by the first launch: a system without user namespaces or a setuid helper cannot sandbox Chrome. */
let sandboxWorks = process.getuid?.() !== 0;

/** Starts Chrome on a pipe: no debugging port is ever open. The sandbox is on where the system allows it. */
export async function launchChrome(options: LaunchOptions): Promise<LaunchedChrome> {
  if (sandboxWorks) {
    try {
      return { browser: await launch(options, []), sandboxed: true };
    } catch (thrown) {
      if (!/sandbox/i.test(String(thrown))) throw unavailable(options, thrown);
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
  return puppeteer.launch({
    executablePath: options.binary.path,
    userDataDir: options.profile,
    headless: !options.headed,
    pipe: true,
    args: [...ARGUMENTS, ...extra],
    defaultViewport: null,
    env: { ...usualEnvironment(), ...options.binary.environment },
    timeout: LAUNCH_TIMEOUT_MS,
    protocolTimeout: COMMAND_TIMEOUT_MS,
    // The server ends its browsers itself, in order.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
}

function usualEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)));
}

function unavailable({ binary }: LaunchOptions, cause: unknown): BtcpError {
  const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split('\n\nTROUBLESHOOTING');
  return new BtcpError('browser_unavailable', `${binary.path} could not be started. ${reason.trim()}`, {
    hint: 'Run btcp doctor to see what is missing, or pass another browser with --chrome.',
    cause,
  });
}
