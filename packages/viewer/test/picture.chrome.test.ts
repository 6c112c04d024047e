import { type PageServer, poll, startChrome, startProxy, startStream } from '@btcp/test-support';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViewerPage, paintFrame, serveViewerPage } from './viewer-page.ts';

let browser: Browser;
let site: PageServer;
let red: Uint8Array;
let blue: Uint8Array;

beforeAll(async () => {
  browser = await startChrome();
  site = await serveViewerPage();
  red = await paintFrame(browser, 'rgb(255 0 0)');
  blue = await paintFrame(browser, 'rgb(0 0 255)', 640, 360);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

test('a frame is drawn in its own size and acknowledged; the token is a subprotocol and in no address', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('width:640px', { url, token: 'a secret/1' }), stream.url);
  const { maxFps, ...config } = await stream.take('config');
  expect(config).toEqual({ type: 'config', pacing: 'ack' });
  expect(stream.connections).toEqual([{ url: '/', protocols: ['btcp.live.v1', 'bearer.a%20secret%2F1'] }]);
  expect((await viewer.state()).status).toBe('connecting');

  stream.greet();
  stream.sendFrame(red, 7);
  expect(await stream.take('ack')).toEqual({ type: 'ack', seq: 7 });
  const [r = 0, g = 255, b = 255] = await viewer.colourAt(600, 300);
  expect([r > 245, g < 10, b < 10]).toEqual([true, true, true]);
  expect(await viewer.state()).toMatchObject({
    status: 'live',
    picture: { width: 1280, height: 720 },
    role: 'control',
  });

  stream.sendFrame(blue, 8);
  await stream.take('ack', ({ seq }) => seq === 8);
  expect(await viewer.state()).toMatchObject({ picture: { width: 640, height: 360 } });
});

test('of frames that come faster than they are drawn the newest wins, and what is no picture does not stop the stream', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('', { url }), stream.url);
  await stream.connected(1);
  stream.greet();
  stream.sendFrame(new Uint8Array([1, 2, 3]), 1);
  await stream.take('ack', ({ seq }) => seq === 1);
  for (let sequence = 2; sequence < 40; sequence++) stream.sendFrame(red, sequence);
  stream.sendFrame(blue, 40);
  const acks = await poll(() => {
    const found = stream.received.flatMap((message) => (message.type === 'ack' ? [message.seq] : []));
    return found.at(-1) === 40 ? found : undefined;
  });
  expect(acks.length).toBeLessThan(39);
  const [r = 255, , b = 0] = await viewer.colourAt(10, 10);
  expect([r < 10, b > 245]).toEqual([true, true]);
});

test('a paused viewer takes no pictures, and draws the newest when it goes on', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('', { url }), stream.url);
  await stream.connected(1);
  stream.greet();
  await viewer.page.evaluate(() => window.viewer.setPaused(true));
  stream.sendFrame(red, 1);
  stream.sendFrame(blue, 2);
  stream.send({ type: 'loading', tab: 't1', loading: true });
  await viewer.until((state) => state.isLoading);
  expect((await viewer.state()).picture).toBeNull();
  await viewer.page.evaluate(() => window.viewer.setPaused(false));
  expect(await stream.take('ack')).toEqual({ type: 'ack', seq: 2 });
});

test('a lost connection keeps the last picture, comes back by its pass, and asks for the same tab', async () => {
  await using stream = await startStream();
  await using proxy = await startProxy(stream.port);
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('', { url }), `ws://127.0.0.1:${proxy.port}/?sessionId=demo`);
  await stream.connected(1);
  stream.greet({ isDriving: true, viewer: 'maya' });
  const tabs = ['t1', 't2'].map((id) => ({ id, url: 'about:blank', title: id, active: id === 't1' }));
  stream.send({ type: 'tabs', tabs, watching: 't2', isFollowing: false });
  stream.sendFrame(red, 1, 2);
  await stream.take('ack');
  await viewer.page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    window.viewer.subscribe(() => {
      const { status, isDriving } = window.viewer.getSnapshot();
      if (seen.at(-1) !== `${status} ${isDriving}`) seen.push(`${status} ${isDriving}`);
    });
  });

  proxy.cut();
  await viewer.until((state) => state.status === 'reconnecting');
  expect((await viewer.colourAt(10, 10))[0]).toBeGreaterThan(245);
  await stream.connected(2);
  expect(stream.connections[1]?.url).toBe('/?sessionId=demo&pass=pass');
  expect(await stream.take('watch')).toEqual({ type: 'watch', tab: 't2' });
  expect((await viewer.colourAt(10, 10))[0]).toBeGreaterThan(245);
  stream.greet({ isDriving: true, viewer: 'maya' });
  await viewer.until((state) => state.status === 'live' && state.isDriving && state.error === null);
  expect(await viewer.page.evaluate('seen')).toEqual(['reconnecting false', 'live false', 'live true']);
});

test('a page that is left, though it may be kept for going back, is no viewer until it is shown again', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('', { url }), stream.url);
  await stream.connected(1);
  stream.greet({ isDriving: true });
  await viewer.until((state) => state.isDriving);
  await viewer.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await poll(() => stream.openCount === 0 || undefined);
  expect(await viewer.state()).toMatchObject({ status: 'reconnecting', isDriving: false });
  await viewer.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await stream.connected(2);
  expect(stream.connections[1]?.url).toContain('pass=pass');
});

test('anyone who asks where an element is gets an answer, also when the connection or the viewer ends first', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => window.openViewer('', { url }), stream.url);
  await stream.connected(1);
  stream.greet();
  await viewer.until((state) => state.status === 'live');
  const lost = viewer.page.evaluate(() => window.viewer.locate('@e1'));
  await stream.take('locate');
  stream.close(1011);
  expect(await lost).toBeNull();
  await stream.connected(2);
  stream.greet();
  await viewer.until((state) => state.status === 'live');
  const closed = viewer.page.evaluate(() => window.viewer.locate('@e1'));
  await stream.take('locate');
  await viewer.page.evaluate(() => window.viewer.close());
  expect(await closed).toBeNull();
});

// Opens a viewer that waits for no delay before it connects again, and returns these delays.
function openInHurry(page: Page, url: string): Promise<JSHandle<number[]>> {
  return page.evaluateHandle((url) => {
    const delays: number[] = [];
    const { setTimeout } = window;
    const hurry = (run: () => void, delay: number) => {
      // Shorter ones are not for connecting.
      if (delay >= 250) delays.push(delay);
      return setTimeout(run, 0);
    };
    Object.assign(window, { setTimeout: hurry });
    Math.random = () => 0.5;
    window.openViewer('', { url });
    return delays;
  }, url);
}

test('a server that lets a viewer in and sends it away is asked less and less often', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  const delays = await openInHurry(viewer.page, stream.url);
  for (let count = 1; count <= 4; count++) {
    await stream.connected(count);
    stream.close(1013);
  }
  await stream.connected(5);
  const first = (await delays.jsonValue()).slice(0, 4);
  expect(first).toEqual([250, 500, 1000, 2000]);
});

test('silence makes a picture stale, a sign of life makes it current, and long silence opens a new connection', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  // The clock of the viewer stands still until this is called.
  const letPass = await viewer.page.evaluateHandle((url) => {
    const { setInterval } = window;
    const checks: (() => void)[] = [];
    let passed = 0;
    Object.assign(window, { setInterval: (check: () => void) => checks.push(check) });
    Date.now = () => passed;
    window.openViewer('', { url, staleAfter: 400 });
    Object.assign(window, { setInterval });
    return (time: number) => {
      passed += time;
      for (const check of checks) check();
    };
  }, stream.url);
  await stream.connected(1);
  stream.greet();
  stream.sendFrame(red, 1);
  await stream.take('ack');
  await letPass.evaluate((pass) => pass(500));
  expect(await viewer.state()).toMatchObject({ status: 'live', staleFor: 1 });
  stream.send({ type: 'heartbeat', time: 0 });
  await viewer.until((state) => state.staleFor === 0);
  for (const connection of [2, 3]) {
    expect(stream.connections).toHaveLength(connection - 1);
    await letPass.evaluate((pass) => pass(1_700));
    await stream.connected(connection);
  }
  expect((await viewer.state()).status).toBe('reconnecting');
});

test('the end of the browser is the end of the viewer, and no connection is tried again', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  const delays = await openInHurry(viewer.page, stream.url);
  await stream.connected(1);
  stream.greet({ isDriving: true });
  await viewer.until((state) => state.isDriving);
  stream.close(4410);
  await viewer.until((state) => state.status === 'closed');
  expect(await viewer.state()).toMatchObject({ isDriving: false, closeReason: 'The browser was closed.' });
  expect(await viewer.page.$('textarea')).toBeNull();
  expect(await delays.jsonValue()).toEqual([]);
  expect(stream.connections).toHaveLength(1);
});

test('a token that is fetched is fetched again for each connection, and a failure to do so is reported', async () => {
  await using stream = await startStream();
  await using viewer = await openViewerPage(browser, site.origin);
  await viewer.page.evaluate((url) => {
    let count = 0;
    const token = async () => {
      if (++count === 1) throw new Error('The token could not be fetched.');
      return `fresh${count}`;
    };
    window.openViewer('', { url, token });
  }, stream.url);
  await viewer.until((state) => state.error !== null);
  expect((await viewer.state()).error).toMatchObject({ message: 'The token could not be fetched.' });
  await stream.connected(1);
  stream.close(1011);
  await stream.connected(2);
  const tokens = await poll(() => stream.connections.map(({ protocols }) => protocols[1]));
  expect(tokens).toEqual(['bearer.fresh2', 'bearer.fresh3']);
});
