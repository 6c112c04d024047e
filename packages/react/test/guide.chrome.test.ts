// Runs the code that docs/guides/react.md shows, all of it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleModule, openGuide, startChrome, startStream } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GuidePage } from './guide/page.tsx';

declare const page: GuidePage;

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../../../docs/guides/react.md');
const files = readdirSync(new URL('guide', import.meta.url)).filter((name) => name !== 'page.tsx');

let browser: Browser;
let script: string;

beforeAll(async () => {
  browser = await startChrome();
  script = await bundleModule(fileURLToPath(new URL('guide/page.tsx', import.meta.url)), 'browser');
});
afterAll(() => browser.close());

async function open() {
  const html = `<!doctype html><title>Guide</title><body><script type="module">${script}</script>`;
  const opened = await openGuide(browser, { '/': html });
  await opened.tab.waitForFunction(() => typeof page === 'object');
  return opened;
}

test.each(['../readme.tsx', ...files])('the guide shows %s as it is', (name) => {
  expect(guide).toContain(read(`guide/${name}`));
});

test('the first sample adds what an agent asks for', async () => {
  await using opened = await open();
  await opened.tab.evaluate(() => page.showReadme());
  expect((await opened.call('add_todo', { text: 'Call Ada' })).content).toEqual([
    { type: 'text', text: 'Added "Call Ada".' },
  ]);
  await opened.shows('Call Ada');
  await opened.shows('Todos (connected)');
});

test('the connection, the order and the last result are shown', async () => {
  await using opened = await open();
  await opened.tab.evaluate(() => page.showShop(true));
  await opened.shows('An agent can call read_order, place_order.');
  expect((await opened.call('place_order', { count: 2 })).structuredContent).toEqual({ number: 'A-2' });
  await opened.shows('2 in the basket');
  await opened.shows('went through: {"number":"A-2"}');
  expect((await opened.call('read_order')).structuredContent).toEqual({ count: 2, isSignedIn: true });
});

test('what goes wrong is reported as the guide says', async () => {
  await using opened = await open();
  await opened.tab.evaluate(() => page.showShop(false));
  await expect(opened.call('place_order', { count: 2 })).rejects.toMatchObject({
    btcpCode: 'EXECUTION_ERROR',
    data: { reason: 'Nobody is signed in: ask the person to sign in, then call again.' },
  });
  await expect(opened.call('place_order', { count: 20 })).rejects.toMatchObject({ btcpCode: 'INVALID_PARAMS' });
});

test('the live view connects with the token that it fetched', async () => {
  await using opened = await open();
  await using stream = await startStream();
  await opened.tab.evaluate((url) => page.showLive(url), stream.url);
  await stream.connected(1);
  expect(stream.connections[0]?.protocols.join()).toContain('guide-token');
});

test('the helper for tests calls a component without a server', async () => {
  await using opened = await open();
  expect(await opened.tab.evaluate(() => page.test())).toEqual([{ number: 'T-3' }, '3 in the basket', '']);
});
