import { type PageServer, servePages, startChrome } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { APP_TYPE, Chat, clickPicture, press, reads, serveChat, showsPicture, WITH_APPS } from './chat/chat-host.ts';
import type { HostStyles } from './chat/host-page.ts';
import { MAIN, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
const opened: Client[] = [];
const shared = new Map<string, Promise<Client>>();
let server: RunningServer;
let pages: PageServer;
let browser: Browser;
let chats: Awaited<ReturnType<typeof serveChat>>;

// One large field, so that a click on the picture hits it wherever.
const SIGN_IN = `<!doctype html><title>Sign in</title><style>body { margin: 0 } input { position: fixed; inset: 0; width: 100%; height: 80%; font-size: 60px }
  button { position: fixed; inset: 80% 0 0; width: 100% }</style>
  <form action="/orders"><input name="user" aria-label="User"><button>Sign in</button></form>`;

beforeAll(async () => {
  [pages, chats, server, browser] = await Promise.all([
    servePages({ '/': SIGN_IN, '/orders': '<title>Orders</title><h1>Two orders</h1>' }),
    serveChat(),
    serve(home, SHARED_CHROME),
    startChrome(),
  ]);
});
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
  await browser.close();
  await server.stop();
  await Promise.all([pages.close(), chats.page.close(), chats.sandbox.close()]);
  home[Symbol.dispose]();
});

const CONNECTIONS = {
  'over HTTP as of 2025': () => ({
    transport: new StreamableHTTPClientTransport(new URL(server.mcp), withHeaders()),
    options: {},
  }),
  'over HTTP as of 2026': () => ({
    transport: new StreamableHTTPClientTransport(
      new URL(server.mcp),
      withHeaders({ 'btcp-session': crypto.randomUUID() }),
    ),
    options: { versionNegotiation: { mode: 'auto' as const } },
  }),
  'over stdio': stdio,
  'over stdio, with a browser of its own': (...flags: string[]) => stdio('--standalone', ...flags),
};

function stdio(...flags: string[]) {
  return {
    transport: new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...flags],
      env: home.environment as Record<string, string>,
    }),
    options: {},
  };
}

function withHeaders(headers: Record<string, string> = {}) {
  return { requestInit: { headers: { authorization: `Bearer ${server.token}`, ...headers } } };
}

async function connect(
  how: keyof typeof CONNECTIONS,
  capabilities = WITH_APPS as object,
  ...flags: string[]
): Promise<Client> {
  const { transport, options } = CONNECTIONS[how](...flags);
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, ...options });
  await client.connect(transport);
  opened.push(client);
  return client;
}

// Each starts a browser of its own, so tests share them.
function clientOf(how: keyof typeof CONNECTIONS): Promise<Client> {
  const client = shared.get(how) ?? connect(how);
  shared.set(how, client);
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content as { text: string }[];
  expect(isError ?? false, first?.text).toBe(false);
  return first?.text ?? '';
}

// Waits for a person, as clients do that show progress.
function ask(client: Client, message: string) {
  const input = { name: 'browser_request_user', arguments: { message, purpose: 'login' } };
  return client.callTool(input, { onprogress: () => {}, timeout: 100_000 });
}

describe.each([
  ['over HTTP as of 2025', 'a WebSocket', undefined],
  ['over HTTP as of 2025', 'tools', {}],
  ['over HTTP as of 2026', 'tools', {}],
  ['over stdio', 'tools', {}],
  ['over stdio, with a browser of its own', 'a WebSocket', undefined],
  ['over stdio, with a browser of its own', 'tools', {}],
] as const)('the live view in a chat %s, by %s', (how, by, csp) => {
  test('browser_request_user: a person takes over, clicks, types, and hands back; the call that waits returns', async () => {
    const client = await clientOf(how);
    await call(client, 'browser_navigate', { url: pages.origin });
    await using chat = await Chat.open(browser, client, chats);
    const frame = await chat.show(csp ? { csp } : {});
    await showsPicture(frame);
    const address = () => frame.$eval('>>> [aria-label=Address]', (field) => (field as HTMLInputElement).value);
    // It comes after the picture.
    await vi.waitFor(async () => expect(await address()).toBe(`${pages.origin}/`));
    await reads(frame, 'Agent is driving');

    const waiting = ask(client, 'Please sign in to the shop.');
    await reads(frame, 'Please sign in to the shop.');
    await press(frame, 'Take over');
    await reads(frame, 'You are driving');
    await clickPicture(chat, frame, 0.5, 0.4);
    await chat.page.keyboard.type('ann');
    await clickPicture(chat, frame, 0.5, 0.9);
    await frame.waitForFunction(() =>
      document
        .querySelector('#view')
        ?.shadowRoot?.querySelector<HTMLInputElement>('[aria-label=Address]')
        ?.value.includes('user=ann'),
    );
    await press(frame, 'Done');
    expect((await waiting).structuredContent).toMatchObject({ outcome: 'done' });
    expect(await call(client, 'browser_snapshot')).toContain('Two orders');
    const polls = chat.calls.filter((name) => name === 'live_view_poll').length;
    if (by === 'tools') expect(polls).toBeGreaterThan(1);
    else expect(polls).toBe(0);
    await chat.page.evaluate(() => window.tearDown());
  });
});

describe('a client that shows apps', () => {
  test('a view that is opened after the browser has closed shows its last picture', async () => {
    const begun = Date.now();
    const client = await connect('over HTTP as of 2025');
    await call(client, 'browser_navigate', { url: pages.origin });
    await vi.waitFor(
      async () => {
        const { sessions } = (await server.get('/history')).body as {
          sessions: { since: number; picture: number | null }[];
        };
        expect(sessions.find(({ since }) => since >= begun)?.picture).toBe(1);
      },
      { timeout: 10_000 },
    );
    await call(client, 'browser_close');
    await using chat = await Chat.open(browser, client, chats);
    const frame = await chat.show();
    await frame.waitForFunction(() => (document.querySelector<HTMLImageElement>('#picture')?.naturalWidth ?? 0) > 100);
    await reads(frame, 'last picture');
  });

  test('reads one page with the address that it connects to, and no token; tools name the page', async () => {
    const client = await clientOf('over HTTP as of 2025');
    const { tools } = await client.listTools();
    const opening = tools.filter(({ _meta }) => _meta?.ui && !('visibility' in (_meta.ui as object)));
    expect(opening.map(({ name }) => name).sort()).toEqual(['browser_navigate', 'browser_request_user']);
    const ofPage = tools.filter(({ name }) => name.startsWith('live_view_'));
    expect(ofPage).toHaveLength(3);
    for (const { _meta } of ofPage) expect(_meta?.ui).toMatchObject({ visibility: ['app'] });
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: 'ui://btcp/live-view', mimeType: APP_TYPE }));
    const { contents } = await client.readResource({ uri: 'ui://btcp/live-view' });
    const origin = server.url.replace('http', 'ws');
    expect(contents[0]).toMatchObject({ mimeType: APP_TYPE, _meta: { ui: { csp: { connectDomains: [origin] } } } });
    const html = String(contents[0] && 'text' in contents[0] ? contents[0].text : '');
    expect(html).not.toContain(server.token);
    expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)=/);
  });

  test('which is never with --chat-view off, and with --chat-view requests when a person is asked', async () => {
    const off = await connect('over stdio', WITH_APPS, '--chat-view', 'off');
    expect(JSON.stringify(await off.listTools())).not.toMatch(/live_view|ui:\/\//);
    const seldom = await connect('over stdio', WITH_APPS, '--chat-view', 'requests');
    const { tools } = await seldom.listTools();
    const opening = tools.filter(({ _meta, name }) => _meta?.ui && name.startsWith('browser_'));
    expect(opening.map(({ name }) => name)).toEqual(['browser_request_user']);
  });
});

describe('a client that shows no apps', () => {
  test.each(Object.keys(CONNECTIONS) as (keyof typeof CONNECTIONS)[])('%s sees nothing of it', async (how) => {
    const client = await connect(how, {});
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(20);
    expect(JSON.stringify(tools)).not.toMatch(/live_view|ui:\/\//);
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri: 'ui://btcp/live-view' })).rejects.toThrow();
    await expect(client.callTool({ name: 'live_view_poll', arguments: {} })).rejects.toThrow(/live_view_poll/);
  });
});

describe('the rules of the live view', () => {
  test('two chats at once: one person drives, the other one reads who does and sees nothing private', async () => {
    const client = await clientOf('over HTTP as of 2025');
    await call(client, 'browser_navigate', { url: pages.origin });
    await using chat = await Chat.open(browser, client, chats);
    const [first, second] = [await chat.show({ csp: {} }), await chat.show()];
    await Promise.all([showsPicture(first), showsPicture(second)]);
    await press(first, 'Take over');
    await reads(second, 'A person in Test Chat is driving');
    await reads(second, 'Hidden while someone drives in private.');
    const read = await client.callTool({ name: 'browser_snapshot', arguments: {} });
    expect(read).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('in private') }] });
    // Anyone who leaves gives the browser back, also without a word.
    await press(first, 'Hand back');
    await reads(second, 'Agent is driving');
    await showsPicture(second);
    expect(await call(client, 'browser_snapshot')).toContain('Sign in');
  });

  test('the end of the browser leaves the last picture with a sentence, and the next browser is shown again', async () => {
    const client = await clientOf('over HTTP as of 2025');
    await call(client, 'browser_navigate', { url: pages.origin });
    await using chat = await Chat.open(browser, client, chats);
    const frame = await chat.show({ csp: {} });
    await showsPicture(frame);
    await client.callTool({ name: 'browser_close', arguments: {} });
    await reads(frame, 'The browser was closed.');
    const over = () =>
      frame.evaluate(
        () => document.querySelector('#view')?.shadowRoot?.querySelector<HTMLElement>('.status')?.dataset.over,
      );
    await vi.waitFor(async () => expect(await over()).toBe('picture'));
    await call(client, 'browser_navigate', { url: `${pages.origin}/orders` });
    await showsPicture(frame);
    await chat.page.evaluate(() => window.tearDown());
    await client.callTool({ name: 'browser_close', arguments: {} });
    const early = await chat.show();
    await reads(early, 'No browser is open.');
    await call(client, 'browser_navigate', { url: pages.origin });
    await showsPicture(early);
  });

  test('the page follows the theme of the chat, and fills it when asked to', async () => {
    const client = await clientOf('over HTTP as of 2025');
    await call(client, 'browser_navigate', { url: pages.origin });
    await using chat = await Chat.open(browser, client, chats);
    const variables = { '--color-background-primary': 'rgb(1, 2, 3)' } as HostStyles;
    const availableDisplayModes: ('inline' | 'fullscreen')[] = ['inline', 'fullscreen'];
    const frame = await chat.show({ context: { theme: 'dark', availableDisplayModes, styles: { variables } } });
    await showsPicture(frame);
    const surface = () =>
      frame.evaluate(() => {
        const shown = document.querySelector('#view')?.shadowRoot?.querySelector('.window');
        return shown ? [getComputedStyle(shown).backgroundColor, getComputedStyle(shown).colorScheme] : [];
      });
    await vi.waitFor(async () => expect(await surface()).toEqual(['rgb(1, 2, 3)', 'dark']));
    const height = () => chat.page.$eval('iframe', ({ clientHeight }) => clientHeight);
    await vi.waitFor(async () => expect(await height()).toBeGreaterThan(300), { timeout: 20_000 });
    await press(frame, 'Full screen');
    await vi.waitFor(async () => expect(await height()).toBe(720), { timeout: 20_000 });
    await press(frame, 'Leave full screen');
    await vi.waitFor(async () => expect(await height()).toBeLessThan(700), { timeout: 20_000 });
  });

  test('a ticket works once and from anywhere; a viewer belongs to its session; nonsense is refused', async () => {
    const [client, other] = await Promise.all([clientOf('over HTTP as of 2025'), clientOf('over HTTP as of 2026')]);
    await Promise.all([client, other].map((each) => call(each, 'browser_navigate', { url: pages.origin })));
    const data = async (from: Client, name: string, input: object = {}) =>
      (await from.callTool({ name, arguments: { ...input } })).structuredContent as Record<string, unknown>;
    const { stream, ticket } = await data(client, 'live_view_ticket');
    const open = (origin: string) => new WebSocket(String(stream), ['btcp.live.v1', `bearer.${ticket}`], { origin });
    const greeting = await new Promise<string>((resolve) => {
      const socket = open('null').once('message', (message) => {
        resolve(String(message));
        socket.close();
      });
    });
    expect(JSON.parse(greeting)).toMatchObject({ type: 'hello', role: 'control' });
    const again = await new Promise<number>((resolve) => open('null').once('close', resolve));
    expect(again).toBe(4411);

    const { viewer } = await data(client, 'live_view_poll', { name: 'A person' });
    expect(await data(other, 'live_view_poll', { viewer })).toMatchObject({ closed: { code: 1001 } });
    const take = [JSON.stringify({ type: 'take_control' })];
    expect(await data(other, 'live_view_send', { viewer, messages: take })).toEqual({ isOpen: false });
    expect(await data(client, 'live_view_send', { viewer, messages: ['{"type":"nonsense"}'] })).toEqual({
      isOpen: true,
    });
    await vi.waitFor(async () => {
      const { messages } = await data(client, 'live_view_poll', { viewer });
      expect(messages).toContainEqual(expect.stringContaining('Unknown viewer message'));
    });
    const wrong = await client.callTool({ name: 'live_view_send', arguments: { viewer, messages: 'text' } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Wrong arguments') }] });
    expect(await data(client, 'live_view_send', { viewer, messages: take, isLast: true })).toEqual({ isOpen: false });
    for (let count = 0; count < 10; count++) await data(client, 'live_view_poll', { name: 'Many' });
    expect(await data(client, 'live_view_ticket')).toMatchObject({ ticket: expect.any(String) });
  });
});
