// What the extension promises where things go wrong, in a real Chrome that loads it.
import { type PageServer, servePages } from '@btcp/test-support';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, serve, TestHome } from '../../../apps/btcp/test/run-btcp.ts';
import { type FullChrome, startFullChrome } from './full-chrome.ts';
import { answer, connectAgent, isMarked, LATER, look, setUp, share, untilShared } from './person-and-agent.ts';

const STRICT = "default-src 'none'; style-src 'none'; require-trusted-types-for 'script'";

// As tall as three screens: a header that stays, and squares that another origin paints.
const tall = (square: string) => `<!doctype html><title>Tall</title>
  <style>
    body { margin: 0; height: 1800px; background: white }
    header { position: fixed; inset: 0 0 auto; height: 40px; background: rgb(0, 0, 255) }
    iframe { position: absolute; left: 100px; width: 200px; height: 200px; border: 0 }
    #long { position: absolute; left: 400px; top: 200px; width: 100px; height: 1400px; background: rgb(255, 0, 255) }
  </style>
  <header></header><div id="long"></div>
  <iframe id="near" style="top: 100px" src="${square}"></iframe><iframe id="far" style="top: 1500px" src="${square}"></iframe>`;

const home = new TestHome();
let browser: FullChrome;
let server: RunningServer;
let elsewhere: PageServer;
let site: PageServer;

beforeAll(async () => {
  elsewhere = await servePages({ '/': '<body style="background: rgb(0, 128, 0)">' });
  site = await servePages({
    '/': '<!doctype html><title>One</title><h1>One</h1><a href="/two">Two</a><button>Press</button>',
    '/two': '<!doctype html><title>Two</title><h1>Two</h1>',
    '/tall': tall(elsewhere.origin.replace('127.0.0.1', 'localhost')),
    '/strict': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': STRICT })
        .end('<!doctype html><title>Strict</title><h1>Strict</h1><label>Name <input></label>'),
  });
  browser = await startFullChrome();
  server = await serve(home, ['--allow-origin', browser.origin]);
  await setUp(browser, server);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await Promise.all([site?.close(), elsewhere?.close()]);
  home[Symbol.dispose]();
});

// A tab of the site that the person shares.
async function openShared(path: string, access: 'read' | 'act'): Promise<Page> {
  const tab = await browser.openTab(site.origin + path);
  await share(browser, tab, access);
  return tab;
}

test('pictures of the screen, of an element and of the whole page are photographs, without the mark', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/tall', 'read');
  const green = '0 128 0';
  const white = '255 255 255';
  const screen = await look(tab, (await agent.call('browser_screenshot')).image, [
    [200, 200],
    [1, 300],
    [500, 595],
  ]);
  // The mark frames the page and says so in the middle of its lower edge.
  expect(screen).toEqual({ width: 1000, height: 600, colours: [green, white, white] });

  const element = await agent.call('browser_screenshot', { selector: '#far' });
  expect(await look(tab, element.image, [[100, 100]])).toEqual({ width: 200, height: 200, colours: [green] });
  expect(await tab.evaluate(() => scrollY)).toBe(0);

  const tallElement = await look(tab, (await agent.call('browser_screenshot', { selector: '#long' })).image, [
    [50, 100],
    [50, 700],
    [50, 1390],
  ]);
  expect(tallElement).toEqual({ width: 100, height: 1400, colours: Array(3).fill('255 0 255') });

  const whole = await look(tab, (await agent.call('browser_screenshot', { fullPage: true })).image, [
    [200, 200],
    [200, 1600],
    [700, 20],
    [700, 620],
    [700, 1220],
    [2, 900],
  ]);
  // The header is where the page begins, and not at the top of every screen.
  const colours = [green, green, '0 0 255', white, white, white];
  expect(whole).toEqual({ width: 1000, height: 1800, colours });
  expect(await tab.evaluate(() => [scrollY, document.getAnimations().length])).toEqual([0, 0]);
  expect(await isMarked(tab)).toBe(true);
  expect(await agent.call('browser_screenshot', { selector: '#none' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('#none'),
  });
  await tab.close();
}, 90_000);

test('a strict Content-Security-Policy hides neither the page from the agent nor the mark from the person', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/strict', 'act');
  expect((await agent.call('browser_snapshot')).text).toContain('heading "Strict"');
  expect((await agent.call('browser_fill', { selector: 'input', value: 'Ada' })).isError).toBeFalsy();
  expect(await tab.$eval('input', ({ value }) => value)).toBe('Ada');
  const seen = await look(tab, await tab.screenshot({ encoding: 'base64' }), [[1, 300]]);
  expect(seen.colours).toEqual(['194 65 12']);
  expect((await agent.call('browser_screenshot', { selector: 'h1' })).isError).toBeFalsy();
  await tab.close();
}, 60_000);

test('the mark comes back when the page removes it', async () => {
  const tab = await openShared('/', 'read');
  await tab.evaluate(() => document.querySelector('btcp-mark')?.remove());
  await vi.waitFor(async () => expect(await isMarked(tab)).toBe(true), LATER);
  await tab.close();
}, 60_000);

test('scripts are refused at once, and nobody is asked', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/', 'read');
  const refused = {
    isError: true,
    text: expect.stringContaining('Chrome does not let extensions run scripts from text'),
  };
  expect(await agent.call('browser_evaluate', { script: 'document.title = "Hacked"' })).toMatchObject(refused);
  expect(await agent.call('browser_wait_for', { function: '(document.title = "Hacked")' })).toMatchObject({
    isError: true,
  });
  expect(await tab.title()).toBe('One');
  await tab.close();
}, 60_000);

test('a worker that Chrome ends and starts again goes on with the tab, its refs and what the person has allowed', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/', 'read');
  const granted = agent.call('browser_hover', { selector: 'button' });
  await answer(await browser.ownPage('action=hover'), 'act');
  expect((await granted).isError).toBeFalsy();
  const ref = /button "Press" @(\w+)/.exec((await agent.call('browser_snapshot')).text)?.[1];
  const isGone = tab.waitForFunction(() => !document.querySelector('btcp-mark'), { polling: 'mutation' });
  await browser.stopWorker();
  // While there is nobody who could act, nothing says that somebody can.
  await isGone;
  await untilShared(browser, tab, 'act');
  await vi.waitFor(async () => expect((await agent.call('browser_snapshot')).isError).toBeFalsy(), LATER);
  expect((await agent.call('browser_click', { selector: `@${ref}` })).text).toContain('Clicked button "Press"');
  await tab.close();
}, 90_000);

test('a person may take their time: the answer counts though the worker was ended meanwhile', async () => {
  const tab = await browser.openTab(`${site.origin}/`);
  await browser.press(tab);
  const ask = await browser.ownPage('ask.html');
  await browser.stopWorker();
  await answer(ask, 'read');
  await untilShared(browser, tab, 'read');
  await tab.close();
}, 60_000);

test('two tabs are two sessions, and each agent stays with its own', async () => {
  const one = await openShared('/', 'read');
  await using first = await connectAgent(server, 'page:one');
  expect((await first.call('browser_snapshot')).text).toContain('heading "One"');
  const two = await openShared('/two', 'read');
  await using second = await connectAgent(server, 'page:two');
  expect((await second.call('browser_snapshot')).text).toContain('heading "Two"');
  expect((await first.call('browser_snapshot')).text).toContain('heading "One"');
  // The tab behind the other one can be read, and what it shows is not photographed by mistake.
  const { image } = await first.call('browser_screenshot');
  expect(image).not.toBe('');
  await browser.press(two);
  await vi.waitFor(async () => expect(await isMarked(two)).toBe(false), LATER);
  expect(await isMarked(one)).toBe(true);
  expect((await first.call('browser_snapshot')).text).toContain('heading "One"');
  await Promise.all([one.close(), two.close()]);
}, 90_000);

test('a person who goes on, withdraws or closes the tab ends what is under way, and the agent is notified', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/', 'act');
  const wait = () => agent.call('browser_wait_for', { text: 'Never', timeout: 60_000 });
  expect((await agent.call('browser_snapshot')).text).toContain('heading "One"');

  // On to another page of the site: that one is shared too.
  await tab.goto(`${site.origin}/two`);
  await untilShared(browser, tab, 'act');
  await vi.waitFor(async () => expect((await agent.call('browser_snapshot')).text).toContain('heading "Two"'), LATER);
  // And back, where Chrome may show the document that it has kept.
  await tab.goBack();
  await untilShared(browser, tab, 'act');
  await vi.waitFor(async () => expect((await agent.call('browser_snapshot')).text).toContain('heading "One"'), LATER);

  const withdrawn = wait();
  await untilCalled(tab);
  await browser.press(tab);
  expect(await withdrawn).toMatchObject({ isError: true, text: expect.stringContaining('stopped sharing') });
  await vi.waitFor(async () => expect(await isMarked(tab)).toBe(false), LATER);

  await share(browser, tab, 'read');
  expect((await agent.call('browser_snapshot')).isError).toBeFalsy();
  const closed = wait();
  await untilCalled(tab);
  await tab.close();
  expect(await closed).toMatchObject({ isError: true });
  await untilNoPage(agent);
}, 90_000);

async function untilNoPage(agent: Awaited<ReturnType<typeof connectAgent>>): Promise<void> {
  await vi.waitFor(
    async () => expect((await agent.call('browser_snapshot')).text).toContain('No page offers to be driven'),
    { timeout: 60_000, interval: 200 },
  );
}

// The call has reached the page when a later one has been answered.
async function untilCalled(tab: Page): Promise<void> {
  await using other = await connectAgent(server, 'page:other');
  await other.call('browser_snapshot');
  await tab.title();
}

test('a question is void when the person ends the sharing', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/', 'read');
  const clicked = agent.call('browser_click', { selector: 'button' });
  const ask = await browser.ownPage('action=click');
  const gone = new Promise((resolve) => ask.once('close', resolve));
  await browser.press(tab);
  await gone;
  expect(await clicked).toMatchObject({ isError: true, text: expect.stringContaining('did not allow click') });
  await tab.close();
}, 60_000);

test('a browser that is closed leaves no tab behind', async () => {
  await using agent = await connectAgent(server);
  const tab = await openShared('/', 'act');
  expect((await agent.call('browser_snapshot')).isError).toBeFalsy();
  await tab.bringToFront();
  await browser.close();
  await untilNoPage(agent);
}, 90_000);
