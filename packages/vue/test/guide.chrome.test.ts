// Runs the code that docs/guides/vue.md shows, all of it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleModule, openGuide, startChrome, startStream } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuidePage } from './guide/page.ts';

declare const page: GuidePage;

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../../../docs/guides/vue.md');
const hidden = ['page.ts', 'shop-page.vue', 'vue.d.ts'];
const files = readdirSync(new URL('guide', import.meta.url)).filter((name) => !hidden.includes(name));
const bundle = (name: string) => bundleModule(fileURLToPath(new URL(`guide/${name}`, import.meta.url)), 'browser');

let browser: Browser;
let scripts: Record<string, string>;

beforeAll(async () => {
  browser = await startChrome();
  scripts = { '/': await bundle('main.ts'), '/more': await bundle('page.ts') };
});
afterAll(() => browser.close());

const pageOf = (script = '') =>
  `<!doctype html><title>Guide</title><div id="app"></div><script type="module">${script}</script>`;

const open = (path: string) =>
  openGuide(browser, { '/': pageOf(scripts['/']), '/more': pageOf(scripts['/more']) }, path);

test.each(files)('the guide shows %s as it is', (name) => {
  expect(guide).toContain(read(`guide/${name}`));
});

test('the guide begins with the sample of the README', () => {
  const [sample] = /```vue\n[\s\S]+?```/.exec(read('../README.md')) ?? [];
  expect(guide).toContain(sample);
});

test('the connection, the order and the last result are shown', async () => {
  await using opened = await open('/');
  await opened.shows('An agent can call read_order, place_order.');
  expect((await opened.call('place_order', { count: 2 })).structuredContent).toEqual({ number: 'A-2' });
  await opened.shows('2 in the basket');
  await opened.shows('A-2');
  expect((await opened.call('read_order')).structuredContent).toEqual({ count: 2, isSignedIn: true });
});

test('what goes wrong is reported as the guide says', async () => {
  await using opened = await open('/?guest');
  await expect(opened.call('place_order', { count: 2 })).rejects.toMatchObject({
    btcpCode: 'EXECUTION_ERROR',
    data: { reason: 'Nobody is signed in: ask the person to sign in, then call again.' },
  });
  await expect(opened.call('place_order', { count: 20 })).rejects.toMatchObject({ btcpCode: 'INVALID_PARAMS' });
});

test('the live view connects with the token that it fetched, and a test needs no server', async () => {
  await using opened = await open('/more');
  await opened.tab.waitForFunction(() => typeof page === 'object');
  await using stream = await startStream();
  await opened.tab.evaluate((url) => page.showLive(url), stream.url);
  await stream.connected(1);
  expect(stream.connections[0]?.protocols.join()).toContain('guide-token');
  expect(await opened.tab.evaluate(() => page.test())).toEqual([{ number: 'T-3' }, '3 in the basket', '']);
});
