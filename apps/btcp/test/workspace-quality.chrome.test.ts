import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings } from './workspace-page.ts';

const ASSETS = new URL('../web/dist/assets/', import.meta.url);
const MAX_SCRIPT_BYTES = 200 * 1024;

test('the first view loads less than 200 KB of script', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => gzipSync(readFileSync(new URL(name, ASSETS))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThan(MAX_SCRIPT_BYTES);
});

test('no view has anything that keeps people out, light or dark, wide or narrow', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title><h1>Shop</h1><button>Buy</button>' });
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, problems } = workspace;
    const found: string[] = [];
    const look = async (view: string) => found.push(...(await seriousFindings(page, view)));
    await see('Give an agent a browser');
    await look('first start');
    await page.locator('#agent-name').fill('Shopping');
    await page.keyboard.press('Enter');
    await see('No browser is open');
    await look('new session');
    await page.locator('.no-browser input').fill(site.origin);
    await page.keyboard.press('Enter');
    await page.waitForSelector('>>> canvas');
    await see('1 action');
    for (const panel of ['actions', 'console', 'network', 'snapshot', 'files', 'states', 'tools']) {
      await page.locator(`#tab-${panel}`).click();
      await look(panel);
    }
    await button('Connect a model');
    await look('settings');
    await page.keyboard.press('Escape');
    await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    await look('phone');
    await button('Show agents');
    await look('phone, agents');
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
});

test('with 50 agents the composer is at most ten Tabs away, or one with the skip link', async () => {
  using home = new TestHome();
  const server = await serve(home);
  try {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await server.post('/api/agents', { name: `Agent ${index}` });
        await server.post(`/api/agents/agent-${index}/sessions`);
      }),
    );
    await using workspace = await openWorkspace(server);
    const { page } = workspace;
    await page.waitForSelector('.composer textarea');
    const isThere = () => page.evaluate(() => document.activeElement?.matches('.composer textarea') ?? false);
    // It is the first stop of the page.
    await page.focus('.skip-link');
    let tabs = 1;
    do {
      await page.keyboard.press('Tab');
      tabs++;
    } while (!(await isThere()) && tabs < 30);
    expect(tabs).toBeLessThanOrEqual(10);
    await page.focus('.skip-link');
    await page.keyboard.press('Enter');
    expect(await isThere()).toBe(true);
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
});
