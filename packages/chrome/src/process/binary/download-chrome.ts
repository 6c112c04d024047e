import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BtcpError } from '@btcp/protocol';
import type { Browser } from '@puppeteer/browsers';
import { cacheDirectory } from '../folders/directories.js';
import { assertDigest, expectedDigest } from './chrome-digests.js';
import { placeWhole } from './place-whole.js';

const HEADLESS_SHELL = 'chrome-headless-shell' as Browser.CHROMEHEADLESSSHELL;

// Loaded late, because most starts find a browser without it.
const downloader = () => import('@puppeteer/browsers');

// The build of our puppeteer-core; a test compares them.
const BUILD_ID = '148.0.7778.97';

// How long the server may take to answer: a closed network must not cost minutes.
const PROBE_TIMEOUT_MS = 5_000;

/** Undefined where no earlier run downloaded it. */
export async function findDownloadedChrome(): Promise<string | undefined> {
  if (!existsSync(browsersFolder()) || !(await downloader()).detectBrowserPlatform()) return undefined;
  const path = await executablePath();
  return existsSync(path) ? path : undefined;
}

/** Downloads Chrome for Testing (headless shell) into the cache, and keeps it only if it is the pinned one. */
export async function downloadChrome(onProgress: (line: string) => void = () => {}): Promise<string> {
  const { detectBrowserPlatform, getDownloadUrl, install } = await downloader();
  const platform = detectBrowserPlatform();
  if (!platform) {
    throw new BtcpError(
      'browser_unavailable',
      `Chrome for Testing has no build for ${process.platform} ${process.arch}.`,
      {
        hint: 'Install Chrome or Chromium, or pass its path with --chrome.',
      },
    );
  }
  const baseUrl = process.env.BTCP_CHROME_DOWNLOADS;
  const url = getDownloadUrl(HEADLESS_SHELL, platform, BUILD_ID, baseUrl);
  const digest = expectedDigest(BUILD_ID, platform);
  await probe(url);
  try {
    await placeWhole(buildFolder(platform), async (aside) => {
      const wanted = {
        browser: HEADLESS_SHELL,
        buildId: BUILD_ID,
        platform,
        cacheDir: aside,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        downloadProgressCallback: progressLines(onProgress),
      };
      // Not unpacked before it was checked; the second call finds the archive of the first.
      const archive = await install({ ...wanted, unpack: false });
      if (digest !== undefined) await assertDigest(archive, digest);
      await install(wanted);
      await assertBuild(await executablePath(aside));
      return buildFolder(platform, aside);
    });
  } catch (cause) {
    if (cause instanceof BtcpError) throw cause;
    throw new BtcpError(
      'browser_unavailable',
      `Chrome for Testing could not be downloaded from ${url}: ${text(cause)}`,
      {
        hint: 'Check the network, or install Chrome and pass its path with --chrome.',
        cause,
      },
    );
  }
  return executablePath();
}

// One line per tenth suits logs.
function progressLines(onProgress: (line: string) => void) {
  let lastTenth = -1;
  return (done: number, total: number) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth <= lastTenth) return;
    lastTenth = tenth;
    onProgress(`Downloading Chrome for Testing ${BUILD_ID}: ${tenth * 10} % of ${Math.round(total / 1e6)} MB`);
  };
}

async function probe(url: URL): Promise<void> {
  let answer: string;
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    if (response.ok) return;
    answer = `it answered ${response.status}`;
  } catch (cause) {
    answer = text(cause instanceof Error && cause.cause ? cause.cause : cause);
  }
  throw new BtcpError('browser_unavailable', `Chrome for Testing cannot be reached at ${url}: ${answer}.`, {
    hint: 'Check the network, or install Chrome and pass its path with --chrome.',
  });
}

// A mirror may serve anything.
async function assertBuild(path: string): Promise<void> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 30_000 });
  if (stdout.includes(BUILD_ID)) return;
  throw new BtcpError('browser_unavailable', `The download says it is "${stdout.trim()}", not Chrome ${BUILD_ID}.`, {
    hint: 'It was removed. Check BTCP_CHROME_DOWNLOADS, or pass a browser with --chrome.',
  });
}

async function executablePath(cacheDir = browsersFolder()): Promise<string> {
  return (await downloader()).computeExecutablePath({ browser: HEADLESS_SHELL, buildId: BUILD_ID, cacheDir });
}

function buildFolder(platform: string, cacheDir = browsersFolder()): string {
  return join(cacheDir, HEADLESS_SHELL, `${platform}-${BUILD_ID}`);
}

function browsersFolder(): string {
  return join(cacheDirectory(), 'browsers');
}

function text(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
