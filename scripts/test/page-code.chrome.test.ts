// What runs in people's browsers, with nothing asked of the browser but the web platform: also for `npm run test:firefox`.
import { createClient } from '@btcp/client';
import { serveModulePage, startBroker, startChrome, startStream } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const LATER = { timeout: 15_000 };

const FORM = `<main><h1>Order</h1>
  <label>Name <input name="name"></label> <label><input type="checkbox"> Gift</label>
  <label>Size <select><option>Small<option>Large</select></label>
  <button type="button" onclick="document.querySelector('output').textContent = document.querySelector('[name=name]').value + ' ' + document.querySelector('select').value">Send</button>
  <output></output> <a href="#done">Done</a></main>`;

// A page with a client and a browser agent in it.
const PAGE = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = ${JSON.stringify(FORM)};
  const client = createClient({ serverUrl: location.hash.slice(1), grants: ['dom:write'], reconnectInterval: 50 });
  client.registerTool({ name: 'title', description: 'The title', handler: () => document.title });
  servePageAgent(client, new BrowserAgent());
  await client.connect()`;

// A page with a viewer in it.
const VIEWER_PAGE = `
  import { createViewer } from '/viewer/index.js';
  const canvas = document.body.appendChild(document.createElement('canvas'));
  canvas.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 640px; height: 360px';
  globalThis.viewer = createViewer(canvas, { url: location.hash.slice(1) })`;

// A page whose agent a test asks directly.
const AGENT_PAGE = `
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = \`<p id="far" style="position: absolute; top: 3000px">Far <b>away</b></p>
    <label>City <input id="city" onkeydown="this.dataset.keys = (this.dataset.keys ?? '') + event.key"></label>
    <input id="file" type="file"> <button id="twice" ondblclick="this.textContent = 'Twice'">Once</button>
    <div id="from" draggable="true" style="width: 40px">Drag</div><div id="to" style="height: 40px">Drop</div>
    <iframe srcdoc="<button>Framed</button>"></iframe><my-part></my-part>\`;
  const to = document.querySelector('#to');
  to.addEventListener('dragover', (event) => event.preventDefault());
  to.addEventListener('drop', () => { to.textContent = 'Dropped'; });
  document.querySelector('my-part').attachShadow({ mode: 'open' }).innerHTML = '<button>Shadowed</button>';
  const agent = new BrowserAgent();
  globalThis.run = async (command) => { const { data, errorCode } = await agent.execute(command); return errorCode ?? data; }`;

// A page with the whole window of a viewer in it.
const WINDOW_PAGE = `
  import { mountBrowserWindow } from '/viewer/window/index.js';
  const place = document.body.appendChild(document.createElement('div'));
  const opened = mountBrowserWindow(place, { url: location.hash.slice(1), view: 'expanded' });
  const section = () => opened.viewer.canvas.closest('section');
  globalThis.shown = () => section().innerText;
  globalThis.press = (name) => [...section().querySelectorAll('button')].find((each) => each.textContent.includes(name)).click();
  globalThis.unmount = () => { opened.close(); return place.childElementCount; }`;

declare const run: (command: object) => Promise<unknown>;
declare const shown: () => string;
declare const press: (name: string) => void;
declare const unmount: () => number;

let browser: Browser;

beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

test.each(['websocket', 'http-streaming'] as const)(
  'a page connects by %s, and comes back when the server does',
  async (kind) => {
    await using site = await serveModulePage(PAGE);
    const running = await startBroker({ allowedOrigins: [site.origin] });
    const tab = await browser.newPage();
    await tab.goto(`${site.origin}/#${kind === 'websocket' ? running.webSocket : running.http}`);
    const page = await vi.waitUntil(() => running.broker.pages().find(({ tools }) => tools.length === 2), LATER);
    expect((await page.call('title')).content).toEqual([{ type: 'text', text: 'Module page' }]);
    await running.kill();
    await using again = await startBroker({ allowedOrigins: [site.origin] }, running.port);
    const next = await vi.waitUntil(() => again.broker.pages().find(({ tools }) => tools.length === 2), LATER);
    expect((await next.call('title')).content).toEqual([{ type: 'text', text: 'Module page' }]);
    await tab.close();
  },
);

test('an agent reads a page, fills a form and presses its button', async () => {
  await using site = await serveModulePage(PAGE);
  await using running = await startBroker({ allowedOrigins: [site.origin] });
  const tab = await browser.newPage();
  await tab.goto(`${site.origin}/#${running.webSocket}`);
  await vi.waitUntil(() => running.broker.pages()[0]?.tools.length === 2, LATER);
  const agent = createClient({ serverUrl: running.http, clientType: 'agent' });
  await agent.connect();
  const command = async (input: object) => {
    const params = { name: 'browser_agent', arguments: input };
    const response = await agent.send({ jsonrpc: '2.0', method: 'tools/call', params, id: crypto.randomUUID() });
    return 'error' in response ? response.error : Object(response.result).structuredContent;
  };
  const { data } = await command({ action: 'snapshot', header: false });
  expect(data.tree.split('\n')).toEqual([
    '- main',
    '  - heading "Order" [level=1]',
    '  - textbox "Name" @e1',
    '  - checkbox "Gift" @e2',
    '  - combobox "Size" [options=2] @e3: Small',
    '  - button "Send" @e4',
    expect.stringContaining('link "Done" @e5'),
  ]);
  expect(await command({ action: 'type', selector: '@e1', text: 'Ada' })).toMatchObject({ data: { value: 'Ada' } });
  expect(await command({ action: 'check', selector: '@e2' })).toMatchObject({ data: { checked: true } });
  expect(await command({ action: 'select', selector: '@e3', values: 'Large' })).toMatchObject({ success: true });
  expect(await command({ action: 'click', selector: '@e4' })).toMatchObject({ data: { element: 'button "Send"' } });
  expect(await tab.$eval('output', ({ textContent }) => textContent)).toBe('Ada Large');
  await command({ action: 'click', selector: '@e5' });
  expect(await command({ action: 'getUrl' })).toMatchObject({ data: { url: expect.stringMatching(/#done$/) } });
  expect(await command({ action: 'click', selector: '@e99' })).toMatchObject({
    success: false,
    errorCode: 'not_found',
  });
  agent.destroy();
  await tab.close();
});

test('the browser agent reads every part of a page and acts on it', async () => {
  await using site = await serveModulePage(AGENT_PAGE);
  const tab = await browser.newPage();
  await tab.goto(site.origin);
  await vi.waitFor(async () => expect(await tab.evaluate('globalThis.isReady')).toBe(true), LATER);
  const act = (command: object) => tab.evaluate((given) => run(given), command);
  await vi.waitFor(
    async () => expect(await act({ action: 'snapshot', text: 'Framed' })).toMatchObject({ url: `${site.origin}/` }),
    LATER,
  );
  const { tree } = (await act({ action: 'snapshot', header: false })) as { tree: string };
  for (const name of ['Framed', 'Shadowed', 'Once']) expect(tree).toMatch(new RegExp(`button "${name}" @`));
  const ref = (name: string) => `@${new RegExp(`button "${name}" @(\\w+)`).exec(tree)?.[1]}`;
  expect(await act({ action: 'click', selector: ref('Framed') })).toMatchObject({ element: 'button "Framed"' });
  expect(await act({ action: 'click', selector: ref('Shadowed') })).toMatchObject({ element: 'button "Shadowed"' });
  expect(await act({ action: 'dblclick', selector: '#twice' })).toMatchObject({ ref: ref('Once') });
  expect(await act({ action: 'getText', selector: '#twice' })).toEqual({ text: 'Twice' });
  expect(await act({ action: 'fill', selector: '#city', value: 'Zürich' })).toMatchObject({ value: 'Zürich' });
  await act({ action: 'press', key: 'Control+a', selector: '#city' });
  expect(await act({ action: 'type', selector: '#city', text: 'Genf', clear: true })).toMatchObject({ value: 'Genf' });
  expect(await act({ action: 'getAttribute', selector: '#city', attribute: 'data-keys' })).toMatchObject({
    value: expect.stringMatching(/a.*Genf$/),
  });
  const files = [{ name: 'note.txt', text: 'hello' }];
  expect(await act({ action: 'upload', selector: '#file', files })).toMatchObject({
    files: [{ name: 'note.txt', size: 5 }],
  });
  await act({ action: 'drag', selector: '#from', to: '#to' });
  expect(await act({ action: 'getText', selector: '#to' })).toEqual({ text: 'Dropped' });
  expect(await act({ action: 'scroll', selector: '#far' })).toMatchObject({ remaining: { up: expect.any(Number) } });
  expect(await act({ action: 'box', selector: '#far' })).toMatchObject({ height: expect.any(Number) });
  expect(await tab.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect(await act({ action: 'waitFor', text: 'Twice' })).toMatchObject({ elapsed: expect.any(Number) });
  expect(await act({ action: 'evaluate', script: 'document.title' })).toEqual({ result: 'Module page' });
  expect(await act({ action: 'click', selector: '#nothing' })).toBe('not_found');
  await tab.close();
});

test('a page that follows a link is gone at once, and the next one takes its place', async () => {
  await using site = await serveModulePage(PAGE);
  await using running = await startBroker({ allowedOrigins: [site.origin] });
  const tab = await browser.newPage();
  await tab.goto(`${site.origin}/#${running.webSocket}`);
  const driven = () => running.broker.pages().filter(({ tools }) => tools.length === 2);
  const first = await vi.waitUntil(() => driven()[0], LATER);
  await tab.evaluate(() => document.querySelector('a')?.setAttribute('href', `?next${location.hash}`));
  // The page may be faster away than its answer.
  await first.call('browser_agent', { action: 'click', selector: 'a' }).catch(() => undefined);
  await vi.waitUntil(() => first.hasEnded && driven().length === 1, LATER);
  const at = (url: string) => ({ structuredContent: { data: { url: expect.stringContaining(url) } } });
  const second = driven()[0];
  expect(await second?.call('browser_agent', { action: 'getUrl' })).toMatchObject(at('/?next'));
  // A browser may have kept the first page, and goes on with it where it was.
  await tab.goBack();
  await vi.waitUntil(() => second?.hasEnded && driven().length === 1, LATER);
  expect(await driven()[0]?.call('browser_agent', { action: 'getUrl' })).toMatchObject(at('/#'));
  await tab.close();
});

test('a viewer draws what it is sent, and sends what the person does', async () => {
  await using site = await serveModulePage(VIEWER_PAGE);
  await using stream = await startStream();
  const tab = await browser.newPage();
  await tab.goto(`${site.origin}/#${stream.url}`);
  await stream.connected(1);
  stream.greet({ isDriving: true, width: 1280, height: 720 });
  const jpeg = await tab.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'rgb(0, 128, 0)';
    context?.fillRect(0, 0, 1280, 720);
    return canvas.toDataURL('image/jpeg', 1).split(',')[1] ?? '';
  });
  stream.sendFrame(Buffer.from(jpeg, 'base64'), 1);
  const colour = () =>
    tab.$eval('canvas', (canvas) => {
      const shown = canvas as HTMLCanvasElement;
      return [...(shown.getContext('2d')?.getImageData(shown.width / 2, shown.height / 2, 1, 1).data ?? [])][1] ?? 0;
    });
  await vi.waitFor(async () => expect(Math.abs((await colour()) - 128)).toBeLessThan(4), LATER);
  await tab.mouse.click(320, 180);
  const pressed = await stream.take('input_mouse', ({ eventType }) => eventType === 'mousePressed');
  expect([Math.round(pressed.x), Math.round(pressed.y)]).toEqual([640, 360]);
  await tab.keyboard.press('a');
  expect((await stream.take('input_keyboard', ({ eventType }) => eventType === 'keyDown')).key).toBe('a');
  await tab.close();
});

test('the window of a viewer shows who drives, and lets a person take over', async () => {
  await using site = await serveModulePage(WINDOW_PAGE);
  await using stream = await startStream();
  const tab = await browser.newPage();
  await tab.goto(`${site.origin}/#${stream.url}`);
  await stream.connected(1);
  stream.greet();
  await vi.waitFor(async () => expect(await tab.evaluate(() => shown())).toContain('Agent is driving'), LATER);
  await tab.evaluate(() => press('Take over'));
  await stream.take('take_control');
  expect(await tab.evaluate(() => unmount())).toBe(0);
  await tab.close();
});
