import { startChrome, startProxy } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORTING, startLiveServer } from './live-server.ts';
import { openViewerPage } from './viewer-page.ts';

const PAGE = `<!doctype html><title>Watched</title><body style="margin:0;height:720px">
  <script>${REPORTING} onclick = () => report('click');</script>`;

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

test('a viewer whose connection stalls opens another by itself, and drives on', async () => {
  await using live = await startLiveServer({ '/page': PAGE });
  await using proxy = await startProxy(Number(new URL(live.site.origin).port));
  live.alsoServedAs(`127.0.0.1:${proxy.port}`);
  await live.call('browser_navigate', { url: `${live.site.origin}/page` });
  await using viewer = await openViewerPage(browser, live.site.origin);
  const { token } = await live.link();
  // Heartbeats come at most four seconds apart.
  const options = { url: `ws://127.0.0.1:${proxy.port}/browser/stream?sessionId=demo`, token, staleAfter: 2_500 };
  await viewer.page.evaluate((options) => window.openViewer('width:1280px', options), options);
  await viewer.until((state) => state.picture !== null && state.metadata !== null);
  await viewer.page.evaluate(() => window.viewer.takeControl());
  await viewer.until((state) => state.isDriving);
  proxy.freeze();
  // Nothing reports the stall: neither side has closed the connection.
  await viewer.until((state) => state.status === 'reconnecting');
  proxy.thaw();
  await viewer.until((state) => state.status === 'live' && state.isDriving && state.staleFor === 0);
  await viewer.page.mouse.click(300, 300);
  expect(await live.report(({ type }) => type === 'click')).toMatchObject({ type: 'click' });
});
