import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type PageServer,
  type RunningBroker,
  servePages,
  startBroker,
  startChrome,
  startProxy,
} from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

function serveScript(file: string): Parameters<typeof servePages>[0][string] {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(dist + file));
  };
}

const FORM = '<form><input name="name" value="Ada"><input name="tag" value="a"><input name="tag" value="b"></form>';

// The page of the specification's first use case: one script tag, then a script.
const SCRIPT_PAGE = `<!doctype html><title>Script page</title>${FORM}<ul><li>one<li>two</ul>
<script src="/client.min.js"></script>
<script>
  const client = BTCP.createClient({
    serverUrl: new URLSearchParams(location.search).get('server'),
    reconnectInterval: Number(new URLSearchParams(location.search).get('interval') ?? 50),
  });
  client.registerTool({ name: 'get_page_title', description: 'Returns the current page title', handler: () => document.title });
  const forever = [];
  client.registerTool({ name: 'hangs', description: 'Never ends', handler: () => new Promise((done) => forever.push(done)) });
  client.connect();
</script>`;

const MODULE_PAGE = `<!doctype html><title>Module page</title>
<script type="module">
  import { createClient } from '/client.esm.js';
  const client = createClient({ serverUrl: new URLSearchParams(location.search).get('server') });
  client.registerTool({ name: 'get_page_title', description: 'Returns the current page title', handler: () => document.title });
  await client.connect();
</script>`;

let browser: Browser;
let site: PageServer;

beforeAll(async () => {
  browser = await startChrome();
  site = await servePages({
    '/script': SCRIPT_PAGE,
    '/module': MODULE_PAGE,
    '/client.min.js': serveScript('btcp-client.min.js'),
    '/client.esm.js': serveScript('btcp-client.esm.js'),
  });
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

// Opens a page of the site in a tab of its own, and waits until the broker knows it.
async function openPage(running: RunningBroker, path: string, server: string): Promise<Page & AsyncDisposable> {
  const before = running.broker.pages().length;
  const page = await browser.newPage();
  await page.goto(`${site.origin}${path}${path.includes('?') ? '&' : '?'}server=${encodeURIComponent(server)}`);
  await until(() => running.broker.pages().filter(({ tools }) => tools.length > 0).length > before);
  return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() });
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function startSiteBroker(port = 0): Promise<RunningBroker> {
  return startBroker({ allowedOrigins: [site.origin], heartbeatInterval: 1000 }, port);
}

async function callOnly(running: RunningBroker, name: string, input: unknown = {}): Promise<unknown> {
  const [page] = running.broker.pages();
  return page?.call(name, input);
}

const titled = (text: string) => ({ content: [{ type: 'text', text }] });

test.each([
  ['a script tag page over WebSocket', '/script', 'webSocket', 'Script page'],
  ['a script tag page over HTTP streaming', '/script', 'http', 'Script page'],
  ['a module page', '/module', 'webSocket', 'Module page'],
] as const)('%s serves its tools', async (_name, path, scheme, title) => {
  await using running = await startSiteBroker();
  await using _page = await openPage(running, path, running[scheme]);
  expect(await callOnly(running, 'get_page_title')).toEqual(titled(title));
});

test('a page of another origin is not let in', async () => {
  await using running = await startBroker({ allowedOrigins: ['https://elsewhere.example'] });
  const page = await browser.newPage();
  await page.goto(`${site.origin}/script?server=${encodeURIComponent(running.webSocket)}`);
  await until(() => page.evaluate('client.status === "reconnecting"') as Promise<boolean>);
  expect(running.broker.pages()).toEqual([]);
  await page.close();
});

test('two tabs on one broker keep apart', async () => {
  await using running = await startSiteBroker();
  await using _script = await openPage(running, '/script', running.webSocket);
  await using _module = await openPage(running, '/module', running.webSocket);
  const titles = await Promise.all(running.broker.pages().map((page) => page.call('get_page_title')));
  expect(titles).toEqual([titled('Script page'), titled('Module page')]);
});

test('closing the tab ends its session at once', async () => {
  await using running = await startSiteBroker();
  const page = await openPage(running, '/script', running.webSocket);
  const call = callOnly(running, 'hangs');
  const failed = expect(call).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
  await page.close();
  await failed;
  expect(running.broker.pages()).toEqual([]);
});

test('what a page gives back of its DOM arrives as text', async () => {
  await using running = await startSiteBroker();
  await using page = await openPage(running, '/script', running.webSocket);
  await page.evaluate(`
    const tool = (name, handler) => client.registerTool({ name, description: 'Reads the page', handler });
    tool('element', () => document.querySelector('li'));
    tool('elements', () => document.querySelectorAll('li'));
    tool('form', () => new FormData(document.querySelector('form')));
    tool('page', () => document);
    tool('window', () => window);
  `);
  await until(() => running.broker.pages()[0]?.tools.some(({ name }) => name === 'window') === true);
  expect(await callOnly(running, 'element')).toEqual(titled('<li>one</li>'));
  expect(await callOnly(running, 'elements')).toMatchObject({ structuredContent: ['<li>one</li>', '<li>two</li>'] });
  expect(await callOnly(running, 'form')).toMatchObject({ structuredContent: { name: 'Ada', tag: ['a', 'b'] } });
  expect(await callOnly(running, 'page')).toMatchObject({ content: [{ text: expect.stringContaining('<title>') }] });
  await expect(callOnly(running, 'window')).rejects.toMatchObject({ btcpCode: 'EXECUTION_ERROR' });
});

describe('through thick and thin', () => {
  test('offline and online again: the page is back at once, long before its next attempt', async () => {
    await using running = await startSiteBroker();
    await using proxy = await startProxy(running.port);
    await using page = await openPage(running, '/script?interval=600000', `ws://127.0.0.1:${proxy.port}`);
    await page.setOfflineMode(true);
    proxy.cut();
    await until(async () => (await page.evaluate('client.status')) === 'reconnecting');
    const isBack = () =>
      page.waitForFunction('client.status === "connected"', { timeout: 3000 }).catch(() => undefined);
    await page.setOfflineMode(false);
    // A busy Chrome may fire `online` a moment before its network is back: then the event is repeated.
    while (!(await isBack())) await page.evaluate('dispatchEvent(new Event("online"))');
    expect(await callOnly(running, 'get_page_title')).toEqual(titled('Script page'));
  });

  test('asleep and awake again: what was asked meanwhile is answered', async () => {
    await using running = await startSiteBroker();
    await using page = await openPage(running, '/script', running.webSocket);
    const session = await page.createCDPSession();
    await session.send('Debugger.enable');
    await session.send('Debugger.pause');
    void page.evaluate('1').catch(() => {});
    const call = callOnly(running, 'get_page_title');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await session.send('Debugger.disable');
    expect(await call).toEqual(titled('Script page'));
  });

  test.each(['webSocket', 'http'] as const)('the server restarts in the middle of a call over %s', async (scheme) => {
    const first = await startSiteBroker();
    await using page = await openPage(first, '/script', first[scheme]);
    const call = expect(callOnly(first, 'hangs')).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
    await until(async () => (await page.evaluate('forever.length')) === 1);
    await first.kill();
    await call;
    await using second = await startSiteBroker(first.port);
    await until(() => second.broker.pages().some(({ tools }) => tools.length > 0));
    expect(await callOnly(second, 'get_page_title')).toEqual(titled('Script page'));
  });
});
