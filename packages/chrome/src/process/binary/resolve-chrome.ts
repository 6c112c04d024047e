import { accessSync, constants } from 'node:fs';
import { BtcpError } from '@btcp/protocol';
import { findUnpackedChromium, unpackBundledChromium } from './bundled-chromium.js';
import type { ChromeBinary, ResolveChromeOptions } from './chrome-binary.js';
import { downloadChrome, findDownloadedChrome } from './download-chrome.js';
import { findInstalledChrome } from './installed-chrome.js';

const BUNDLED = 'bundled';

/** Finds a browser: given, installed, obtained earlier, downloaded, or the one of `npm install`. */
export async function resolveChrome(options: ResolveChromeOptions = {}): Promise<ChromeBinary> {
  const explicit = options.path ?? process.env.BTCP_CHROME;
  if (explicit === BUNDLED) return { ...(await unpackBundledChromium()), source: 'bundled' };
  if (explicit) return { path: assertExecutable(explicit), source: 'explicit' };

  const installed = findInstalledChrome();
  if (installed) return { path: installed, source: 'installed' };

  const downloaded = await findDownloadedChrome();
  if (downloaded) return { path: downloaded, source: 'cached' };
  const unpacked = await findUnpackedChromium();
  if (unpacked) return { ...unpacked, source: 'cached' };

  const failures: string[] = [];
  const noteFailure = (thrown: unknown) => {
    failures.push(BtcpError.from(thrown).message);
    return undefined;
  };
  const download = await downloadChrome(options.onProgress).catch(noteFailure);
  if (download) return { path: download, source: 'downloaded' };
  options.onProgress?.('Unpacking the Chromium that came with npm install');
  const bundled = await unpackBundledChromium().catch(noteFailure);
  if (bundled) return { ...bundled, source: 'bundled' };

  throw new BtcpError('browser_unavailable', `No browser was found. ${failures.join(' ')}`, {
    hint: 'Install Chrome, Chromium or Edge, or pass the path of one with --chrome or BTCP_CHROME.',
  });
}

function assertExecutable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch (cause) {
    throw new BtcpError('browser_unavailable', `${path} is not a program that can be run.`, {
      hint: 'Correct --chrome or BTCP_CHROME, or leave it out to find a browser automatically.',
      cause,
    });
  }
}
