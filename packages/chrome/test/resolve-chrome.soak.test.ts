import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveChrome } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { strToU8, zipSync } from 'fflate';
import * as puppeteer from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// The build that the driver was made for, which the types of puppeteer-core do not have.
const { PUPPETEER_REVISIONS } = puppeteer as unknown as { PUPPETEER_REVISIONS: Record<string, string> };
const BUILD = PUPPETEER_REVISIONS['chrome-headless-shell'];
const ARCHIVE = `/${BUILD}/linux64/chrome-headless-shell-linux64.zip`;

let folder: string;
let downloads: PageServer | undefined;
const progress: string[] = [];
const resolve = () => resolveChrome({ onProgress: (line) => progress.push(line) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'btcp-resolve-'));
  progress.length = 0;
  mkdirSync(join(folder, 'bin'));
  vi.stubEnv('BTCP_CHROME', undefined);
  vi.stubEnv('BTCP_CACHE', join(folder, 'cache'));
  // Nothing is installed, and nothing can be reached, until a test says so.
  vi.stubEnv('PATH', join(folder, 'bin'));
  vi.stubEnv('BTCP_CHROME_DOWNLOADS', 'http://127.0.0.1:1024');
  vi.stubEnv('BTCP_CHROME_SHA256', 'any');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await downloads?.close();
  downloads = undefined;
  rmSync(folder, { recursive: true });
});

function program(path: string, script = 'exit 0') {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

// Serves a download whose browser says that it is this build.
async function serveDownload(build: string | undefined) {
  const requests: string[] = [];
  const shell = strToU8(`#!/bin/sh\ntouch '${join(folder, 'was-run')}'\necho "Google Chrome for Testing ${build}"\n`);
  const path = 'chrome-headless-shell-linux64/chrome-headless-shell';
  const archive = zipSync({ [path]: [shell, { os: 3, attrs: 0o100755 << 16 }] });
  downloads = await servePages({
    [ARCHIVE]: (request, response) => {
      requests.push(request.method ?? '');
      response.setHeader('content-length', archive.length).end(request.method === 'HEAD' ? undefined : archive);
    },
  });
  vi.stubEnv('BTCP_CHROME_DOWNLOADS', downloads.origin);
  vi.stubEnv('BTCP_CHROME_SHA256', createHash('sha256').update(archive).digest('hex'));
  return requests;
}

describe('REQ-BT-007: a browser without an installation', () => {
  test('an explicit path wins', async () => {
    const path = program(join(folder, 'mine'));
    program(join(folder, 'bin', 'google-chrome'));
    expect(await resolveChrome({ path })).toEqual({ path, source: 'explicit' });
    vi.stubEnv('BTCP_CHROME', path);
    expect(await resolveChrome()).toEqual({ path, source: 'explicit' });
  });

  test('`bundled` is the Chromium of npm install, on a machine with another one too', async () => {
    program(join(folder, 'bin', 'google-chrome'));
    const binary = await resolveChrome({ path: 'bundled' });
    expect(binary).toMatchObject({ path: expect.stringContaining(join(folder, 'cache')), source: 'bundled' });
    vi.stubEnv('BTCP_CHROME', 'bundled');
    expect(await resolve()).toEqual(binary);
  });

  test('an explicit path that cannot be run is an error, not a reason to run another browser', async () => {
    program(join(folder, 'bin', 'google-chrome'));
    await expect(resolveChrome({ path: '/no/such/chrome' })).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: '/no/such/chrome is not a program that can be run.',
      hint: expect.stringContaining('--chrome'),
    });
  });

  test.each(['google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'])(
    'an installed %s is used',
    async (name) => {
      const path = program(join(folder, 'bin', name));
      expect(await resolve()).toEqual({ path, source: 'installed' });
    },
  );

  test('Chrome for Testing is downloaded once, with progress, and then found in the cache', async () => {
    const requests = await serveDownload(BUILD);
    const first = await resolve();
    expect(first).toEqual({ path: expect.stringContaining(`linux-${BUILD}`), source: 'downloaded' });
    expect(existsSync(first.path)).toBe(true);
    expect(progress.at(-1)).toContain(`Downloading Chrome for Testing ${BUILD}: 100 %`);
    expect(await resolve()).toEqual({ path: first.path, source: 'cached' });
    expect(requests).toEqual(['HEAD', 'GET']);
  });

  test('two calls that download at once both get a whole browser', async () => {
    await serveDownload(BUILD);
    const [one, two] = await Promise.all([resolve(), resolve()]);
    expect(one.path).toBe(two.path);
    expect(readdirSync(join(folder, 'cache', 'browsers', 'chrome-headless-shell'))).toEqual([`linux-${BUILD}`]);
  });

  test('a download that is another build is refused and removed, and the bundled Chromium is used', async () => {
    await serveDownload('1.2.3.4');
    expect(await resolve()).toMatchObject({ source: 'bundled' });
    expect(readdirSync(join(folder, 'cache', 'browsers', 'chrome-headless-shell'))).toEqual([]);
  });

  test('a download with another checksum is refused, removed and never run (T24)', async () => {
    await serveDownload(BUILD);
    vi.stubEnv('BTCP_CHROME_SHA256', '0'.repeat(64));
    expect(await resolve()).toMatchObject({ source: 'bundled' });
    expect(readdirSync(join(folder, 'cache', 'browsers', 'chrome-headless-shell'))).toEqual([]);
    expect(existsSync(join(folder, 'was-run'))).toBe(false);
  });

  test('a download whose checksum nobody knows is not made, unless it is asked for (T24)', async () => {
    const requests = await serveDownload(BUILD);
    vi.stubEnv('BTCP_CHROME_SHA256', undefined);
    expect(await resolve()).toMatchObject({ source: 'bundled' });
    expect(requests).toEqual([]);
    rmSync(join(folder, 'cache'), { recursive: true });
    vi.stubEnv('BTCP_CHROME_SHA256', 'any');
    expect(await resolve()).toMatchObject({ source: 'downloaded' });
  });

  test('without a network the Chromium of npm install is unpacked once', async () => {
    const [one, two] = await Promise.all([resolve(), resolve()]);
    expect(one).toMatchObject({ path: expect.stringContaining(join(folder, 'cache')), source: 'bundled' });
    expect(two).toEqual(one);
    expect(progress).toContain('Unpacking the Chromium that came with npm install');
    expect(await resolve()).toEqual({ ...one, source: 'cached' });
    expect(readdirSync(join(folder, 'cache', 'bundled'))).toHaveLength(1);
  });

  test('no browser to be had is one error with every reason and the next step', async () => {
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('BTCP_CACHE', join(folder, 'file'));
    await expect(resolve()).rejects.toMatchObject({
      code: 'browser_unavailable',
      message: expect.stringMatching(
        /No browser was found\. Chrome for Testing cannot be reached.*Chromium could not be unpacked/,
      ),
      hint: expect.stringContaining('Install Chrome'),
    });
  });
});
