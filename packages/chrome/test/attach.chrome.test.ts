import { createServer } from 'node:http';
import { type AddressInfo, connect as dial, type Server } from 'node:net';
import { ChromeEngine, type ChromeEngineOptions } from '@btcp/chrome';
import { type PageServer, RunningChrome, servePages } from '@btcp/test-support';
import { Conversations, callableTools, callTool } from '@btcp/tools';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const KEY = 'k3y-0f-the-cl0ud';
const tools = callableTools({});
let pages: PageServer;
let chrome: RunningChrome;
const open: Conversations[] = [];

beforeAll(async () => {
  pages = await servePages({
    '/mail': (_, response) =>
      response
        .setHeader('set-cookie', ['login=ada; HttpOnly', 'theme=dark'])
        .setHeader('content-type', 'text/html')
        .end('<title>Mail</title><h1>Inbox of Ada</h1><a href="/attachment">Attachment</a>'),
    '/shop': ({ headers }, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<title>Shop</title><p>${headers.cookie ?? 'Nobody'}</p><button onclick="window.open('/mail')">Open</button>`,
        ),
  });
  chrome = await RunningChrome.start(`${pages.origin}/mail`);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((conversations) => conversations.closeAll()));
  // Chrome lists a tab for a moment after it was closed.
  await vi.waitFor(async () => expect((await chrome.pages()).join()).not.toContain('/shop'));
});
afterAll(async () => {
  await chrome.remove();
  await pages.close();
});

// Calls tools in a conversation of an engine that is connected to a running browser.
function connected(connect: string, options: ChromeEngineOptions = {}) {
  const conversations = new Conversations(new ChromeEngine({ connect, ...options }));
  open.push(conversations);
  const call = (name: string, input: object = {}, id = 'a') => {
    const { signal } = new AbortController();
    return callTool({ tools, name, input, conversation: conversations.get(id), signal });
  };
  return { call, close: () => conversations.closeAll() };
}

const tabsOf = ({ data }: { data: unknown }) =>
  (data as { tabs: { id: string; url: string; active: boolean; isPersons?: boolean }[] }).tabs;

test.each([
  ['a debugging port', () => String(chrome.port)],
  ['an address', () => `http://127.0.0.1:${chrome.port}`],
  ['the folder of a profile', () => chrome.profile],
  ['a WebSocket', () => `ws://127.0.0.1:${chrome.port}${chrome.path}`],
])('--connect with %s has the accounts of the person, and leaves their tabs as they were', async (_, where) => {
  const before = await chrome.pages();
  const { call, close } = connected(where());
  expect((await call('browser_navigate', { url: `${pages.origin}/shop` })).page).toMatchObject({ title: 'Shop' });
  expect((await call('browser_get_text')).text).toContain('login=ada');
  await call('browser_click', { selector: 'button' });
  await call('browser_tabs', { action: 'new', url: `${pages.origin}/shop?second` });
  expect((await chrome.pages()).length).toBe(before.length + 3);
  await close();
  await vi.waitFor(async () => expect(await chrome.pages()).toEqual(before), { timeout: 20_000 });
});

test('tabs of the person are listed, driven once they are selected, and not closed', async () => {
  const { call, close } = connected(String(chrome.port));
  await call('browser_navigate', { url: `${pages.origin}/shop` });
  const { text, ...listed } = await call('browser_tabs');
  const theirs = tabsOf(listed).find(({ isPersons }) => isPersons);
  expect(theirs).toMatchObject({ url: `${pages.origin}/mail`, active: false });
  expect(text).toContain('/mail [opened by the person]');
  await expect(call('browser_tabs', { action: 'close', tab: theirs?.id })).rejects.toMatchObject({ code: 'denied' });
  await call('browser_tabs', { action: 'select', tab: theirs?.id });
  expect((await call('browser_snapshot')).text).toContain('heading "Inbox of Ada"');
  await expect(call('browser_tabs', { action: 'close' })).rejects.toMatchObject({ code: 'denied' });
  await close();
  expect(await chrome.pages()).toContain(`${pages.origin}/mail`);
});

test('a tab that the person opens meanwhile is not an effect, and conversations do not see tabs of each other', async () => {
  const { call } = connected(String(chrome.port));
  await call('browser_navigate', { url: `${pages.origin}/shop?a` }, 'a');
  await call('browser_navigate', { url: `${pages.origin}/shop?b` }, 'b');
  const before = await chrome.pages();
  await chrome.open(`${pages.origin}/mail?new`);
  const listed = await vi.waitFor(async () => {
    const tabs = tabsOf(await call('browser_tabs'));
    expect(tabs.map(({ url }) => url)).toContain(`${pages.origin}/mail?new`);
    return tabs;
  });
  expect(listed.filter(({ isPersons }) => !isPersons)).toMatchObject([{ url: `${pages.origin}/shop?a`, active: true }]);
  expect(listed.map(({ url }) => url)).not.toContain(`${pages.origin}/shop?b`);
  await call('browser_close', {}, 'b');
  await vi.waitFor(async () => expect(await chrome.pages()).not.toContain(`${pages.origin}/shop?b`));
  expect(await chrome.pages()).toHaveLength(before.length);
});

test('cookies are those of the open site, and the logins of a person are neither saved nor replaced', async () => {
  const { call } = connected(String(chrome.port));
  expect((await call('browser_cookies')).data).toMatchObject({ cookies: [] });
  await call('browser_navigate', { url: `${pages.origin}/shop` });
  const { text } = await call('browser_cookies');
  expect(text).toContain('theme');
  expect(text).not.toContain('ada');
  await expect(call('browser_storage_state', { action: 'save' })).rejects.toMatchObject({ code: 'unsupported' });
  await expect(call('browser_trace', { action: 'start' })).rejects.toMatchObject({ code: 'unsupported' });
  await expect(call('browser_clipboard', { action: 'read' })).rejects.toMatchObject({ code: 'unsupported' });
});

test('with isolation "context" there are no accounts and no tabs of the person', async () => {
  const { call, close } = connected(String(chrome.port), { isolation: 'context' });
  const before = await chrome.pages();
  await call('browser_navigate', { url: `${pages.origin}/shop` });
  expect((await call('browser_get_text')).text).toContain('Nobody');
  expect(tabsOf(await call('browser_tabs'))).toHaveLength(1);
  await close();
  await vi.waitFor(async () => expect(await chrome.pages()).toEqual(before));
});

test('the server of the browser is out of reach for the agent', async () => {
  const port = Number(new URL(pages.origin).port);
  const { call } = connected(String(chrome.port), { network: { closedPorts: () => [port] } });
  await expect(call('browser_navigate', { url: `${pages.origin}/shop` })).rejects.toMatchObject({ code: 'denied' });
  const [theirs] = tabsOf(await call('browser_tabs')).filter(({ isPersons }) => isPersons);
  await expect(call('browser_tabs', { action: 'select', tab: theirs?.id })).rejects.toMatchObject({ code: 'denied' });
  await expect(call('browser_snapshot')).rejects.toMatchObject({ code: 'denied' });
  await call('browser_tabs', { action: 'select', tab: 't1' });
  expect((await call('browser_snapshot')).page).toMatchObject({ url: 'about:blank' });
});

// A service that rents out browsers: its addresses carry a key.
async function startCloud(): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    if (!url.includes(KEY)) response.writeHead(401).end();
    else response.end(JSON.stringify({ webSocketDebuggerUrl: `ws://127.0.0.1:${portOf(server)}/browser` }));
  });
  server.on('upgrade', ({ url = '', headers }, near) => {
    if (!url.includes(KEY)) {
      near.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
      return;
    }
    const lines = Object.entries({ ...headers, host: `127.0.0.1:${chrome.port}` }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const far = dial(chrome.port, '127.0.0.1', () => {
      far.write(`GET ${chrome.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) socket.on('error', () => far.destroy() && near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

test.each(['ws', 'http'])(
  'a %s address of a cloud browser works with its key, which no message quotes',
  async (scheme) => {
    const cloud = await startCloud();
    const warnings: string[] = [];
    const address = `${scheme}://127.0.0.1:${portOf(cloud)}`;
    try {
      const { call, close } = connected(`${address}/?token=${KEY}`, { onWarning: (line) => warnings.push(line) });
      expect((await call('browser_navigate', { url: `${pages.origin}/shop` })).page).toMatchObject({ title: 'Shop' });
      expect(warnings).toEqual([expect.stringContaining(`at ${address} with every account`)]);
      await close();
      const refused = await connected(`${address}/?token=wr0ng-k3y`)
        .call('browser_snapshot')
        .catch((thrown) => thrown);
      expect(refused).toMatchObject({
        code: 'browser_unavailable',
        message: expect.stringContaining('access was denied (401)'),
      });
      expect(`${refused.message} ${refused.hint} ${refused.stack} ${refused.cause}`).not.toContain('wr0ng');
    } finally {
      await new Promise((resolve) => cloud.close(resolve));
    }
  },
);

test('what is no browser is reported, without the key of its address', async () => {
  const { host } = new URL(pages.origin);
  const gone = await startCloud();
  const dead = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  for (const [address, reason] of [
    [`http://127.0.0.1:${dead}/?token=${KEY}`, 'nothing listens there'],
    [`ws://127.0.0.1:${dead}/${KEY}`, 'nothing listens there'],
    [`http://${KEY}@${host}`, 'is not the debugging port of a browser'],
    [`ws://${host}/?token=${KEY}`, 'it refused the connection'],
    [`${chrome.profile}/Default`, 'names no debugging port'],
  ] as const) {
    const failed = await connected(address)
      .call('browser_snapshot')
      .catch((thrown) => thrown);
    expect(failed, address).toMatchObject({ code: 'browser_unavailable', message: expect.stringContaining(reason) });
    expect(`${failed.message} ${failed.hint} ${failed.stack} ${failed.cause}`).not.toContain(KEY);
  }
});

test.each([
  [{ connect: 'netscape' }],
  [{ connect: '70000' }],
  [{ connect: `ftp://${KEY}@a.test` }],
  [{ connect: '9222', profile: 'work' }],
  [{ connect: '9222', network: { allow: ['a.test'] } }],
  [{ connect: '9222', network: { proxy: 'http://proxy:3128' } }],
  [{ connect: '9222', ignoreTlsErrors: true }],
])('%j is refused at once', (options) => {
  const start = () => new ChromeEngine(options);
  expect(start).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.not.stringContaining(KEY) }));
});

test('a browser that is gone is reported, and connected to again when it is back', async () => {
  const first = await RunningChrome.start(`${pages.origin}/mail`);
  const { call } = connected(first.profile);
  await call('browser_navigate', { url: `${pages.origin}/shop` });
  await first.kill();
  await expect(call('browser_snapshot')).rejects.toMatchObject({ code: expect.stringMatching(/^browser_/) });
  await expect(call('browser_snapshot')).rejects.toMatchObject({ code: 'browser_unavailable' });
  const second = await RunningChrome.start(`${pages.origin}/mail`, first.profile);
  try {
    expect((await call('browser_navigate', { url: `${pages.origin}/shop` })).page).toMatchObject({ title: 'Shop' });
  } finally {
    await second.remove();
  }
});
