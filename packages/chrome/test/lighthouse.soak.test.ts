import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

// The last one that Node 20 runs.
const LIGHTHOUSE = 'lighthouse@12.8.2';
const INSTALL_MS = 170_000;

const { call } = freshBrowser({ isolation: 'process' });
const folder = mkdtempSync(join(tmpdir(), 'btcp-lighthouse-'));
const seen: string[] = [];
let pages: PageServer;
let isInstalled = false;

beforeAll(async () => {
  pages = await servePages({
    '/': ({ headers }, response) => {
      seen.push(headers.cookie ?? 'no cookie');
      response.setHeader('content-type', 'text/html').end('<title>Shop</title><h1>Shop</h1><button></button>');
    },
    '/robots.txt': 'User-agent: *',
  });
  const options = ['--prefix', folder, '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  isInstalled = await promisify(execFile)('npm', ['install', LIGHTHOUSE, ...options], { timeout: INSTALL_MS }).then(
    () => true,
    () => false,
  );
  if (!isInstalled) console.warn(`Not run: Lighthouse, since npm install ${LIGHTHOUSE} failed.`);
});
afterAll(async () => {
  await pages.close();
  rmSync(folder, { recursive: true, force: true });
});

test('browser_lighthouse says what to install where there is no Lighthouse', async () => {
  await call('browser_navigate', { url: pages.origin });
  await expect(call('browser_lighthouse')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('Lighthouse is not installed'),
    hint: expect.stringContaining('npm install -g lighthouse'),
  });
});

test('browser_lighthouse answers with scores and failing audits, keeps the login, and leaves no tab behind', async () => {
  if (!isInstalled) return expect(isInstalled).toBe(false);
  vi.stubEnv('NODE_PATH', join(folder, 'node_modules'));
  await expect(call('browser_lighthouse')).rejects.toMatchObject({ code: 'invalid_input' });
  await call('browser_navigate', { url: pages.origin });
  await call('browser_cookies', { action: 'set', name: 'session', value: 'ada' });
  seen.length = 0;
  const { text, data, page } = await call('browser_lighthouse', { device: 'desktop', timeout: '110s' });
  expect(text).toMatch(/Lighthouse 12\.8\.2: Performance .*, Accessibility \d+, Best Practices \d+, SEO \d+/);
  expect(text).toContain('Accessibility: Buttons do not have an accessible name (button-name)');
  expect(seen).toContain('session=ada');
  const { file } = data as { file: string };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ configSettings: { formFactor: 'desktop' } });
  expect(page).toMatchObject({ url: `${pages.origin}/`, title: 'Shop' });
  const { text: tabs } = await call('browser_tabs');
  expect(tabs.match(/\bt\d+ "/g)).toHaveLength(1);
  // The page of the agent is as it was.
  expect((await call('browser_evaluate', { script: '[innerWidth, innerHeight]' })).text).toContain('[1280,720]');
});
