import { type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EventReader } from '../../../packages/host/test/event-reader.ts';
import type { ListedSession } from '../src/contract/types.ts';
import { btcp, MAIN, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings, type WorkspacePage } from './workspace-page.ts';

// What a person does meanwhile takes longer than a client waits for a call.
const PATIENCE_MS = 110_000;

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;
let window: WorkspacePage;

const SIGN_IN = `<title>Sign in</title><h1>Sign in</h1><form action="/orders">
  <input name="password" type="password" aria-label="Password" style="position: fixed; inset: 0; width: 100%; height: 100%">
  </form>`;

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Shop</title><h1>Shop</h1>',
    '/sign-in': SIGN_IN,
    '/orders': '<title>Orders</title><h1>Two orders</h1>',
  });
  server = await serve(home, SHARED_CHROME);
  window = await openWorkspace(server);
});
afterAll(async () => {
  await window[Symbol.asyncDispose]();
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

const authorization = () => ({ authorization: `Bearer ${server.token}` });
const site = () => new URL(pages.origin).host;

async function listed(): Promise<ListedSession[]> {
  return ((await server.get('/sessions')).body as { sessions: ListedSession[] }).sessions;
}

async function sessionOf(caller: string): Promise<ListedSession> {
  return vi.waitFor(async () => {
    const found = (await listed()).find((session) => session.caller.name === caller);
    expect(found, caller).toBeDefined();
    return found as ListedSession;
  });
}

async function stdioClient(name: string): Promise<Client> {
  const env = { ...home.environment, BTCP_STANDALONE: '' } as Record<string, string>;
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env }));
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const options = { onprogress: () => {}, timeout: PATIENCE_MS };
  const { content, isError } = await client.callTool({ name, arguments: input }, options);
  const [first] = content as { text: string }[];
  expect(isError ?? false, first?.text).toBe(false);
  return first?.text ?? '';
}

test('an MCP client starts a task, its session appears in the window, a person takes over and gives back, and the client goes on', async () => {
  const { page, see, button, problems } = window;
  await button('All sessions');
  await see('No browser is open');
  const client = await stdioClient('claude-code');
  await call(client, 'browser_navigate', { url: `${pages.origin}/sign-in` });
  await see(`claude-code · ${site()}`);
  await page.waitForSelector('.session-card img');
  // There is no agent yet.
  await see('Watch a demo');
  expect(await seriousFindings(page, 'all sessions')).toEqual([]);

  const asked = call(client, 'browser_request_user', { message: 'Please sign in to the shop.', purpose: 'login' });
  await see('Waiting for you');
  await page.locator('.session-open').click();
  await page.waitForSelector('>>> canvas');
  await see('Please sign in to the shop.');
  expect(await seriousFindings(page, 'a session from elsewhere')).toEqual([]);
  await button('Take over');
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  expect(await sessionOf('claude-code')).toMatchObject({
    driver: { kind: 'person' },
    isPrivate: true,
    page: { title: '', url: pages.origin },
  });
  await window.clickPicture(0.5, 0.5);
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await vi.waitFor(async () => expect(await pageOf(page)).toContain('/orders'));
  await button('Done');
  expect(await asked).toContain('handed back control');

  expect(await call(client, 'browser_get_text')).toContain('Two orders');
  await see('Read text');
  const recording = await window.download('JSON');
  expect(recording.text).not.toContain('correct horse');
  const tools = JSON.parse(recording.text).actions.map(({ tool }: { tool: string }) => tool);
  expect(tools).toEqual(expect.arrayContaining(['browser_navigate', 'person', 'browser_request_user']));
  await client.close();
  await see('The browser is closed');
  expect(problems).toEqual([]);
});

// The address bar of the live browser.
function pageOf(page: WorkspacePage['page']): Promise<string> {
  return page.evaluate(() => {
    const bar = document.querySelector('.window')?.shadowRoot?.querySelector('.address input');
    return bar instanceof HTMLInputElement ? bar.value : '';
  });
}

test('GET /sessions and its feed have the sessions of every door, by names that people can read', async () => {
  const events: { type: string; session?: ListedSession; id?: string }[] = [];
  const ending = new AbortController();
  const feed = await fetch(`${server.url}/sessions/events`, { headers: authorization(), signal: ending.signal });
  const reading = (async () => {
    let rest = '';
    for await (const chunk of feed.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) events.push(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'));
    }
  })().catch(() => {});

  const http = async (name: string, session?: string) => {
    const client = new Client({ name, version: '1' }, session ? { versionNegotiation: { mode: 'auto' } } : {});
    const headers = { ...authorization(), ...(session ? { 'btcp-session': session } : {}) };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers } }));
    return client;
  };
  const post = (session: string, agent: string) =>
    fetch(`${server.url}/sessions/${session}/tools/browser_navigate`, {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json', 'user-agent': agent },
      body: JSON.stringify({ url: pages.origin }),
    });
  const clients = await Promise.all([http('cursor'), http('goose', 'my-goose')]);
  for (const client of clients) await call(client, 'browser_navigate', { url: pages.origin });
  await post('one', 'ai/5.0.1 ai-sdk/provider-utils/3.0.0 runtime/node.js/20');
  await post('two', 'python-requests/2.32');
  await btcp(home, ['open', pages.origin, '--session', 'three']);

  const sessions = await listed();
  for (const [caller, kind] of [
    ['cursor', 'mcp'],
    ['goose', 'mcp'],
    ['AI SDK', 'http'],
    ['python-requests', 'http'],
    ['btcp', 'command'],
  ]) {
    expect(sessions).toContainEqual(
      expect.objectContaining({
        name: `${caller} · ${site()}`,
        caller: { kind, name: caller },
        page: { title: 'Shop', url: `${pages.origin}/` },
        hasBrowser: true,
        driver: { kind: 'agent' },
      }),
    );
  }
  expect((await btcp(home, ['sessions'])).stdout).toContain(`python-requests · ${site()}`);
  const { id } = await sessionOf('AI SDK');
  await fetch(`${server.url}/sessions/${id}`, {
    method: 'PATCH',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Monthly report' }),
  });
  await fetch(`${server.url}/sessions/${id}`, { method: 'DELETE', headers: authorization() });
  await vi.waitFor(() =>
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'session',
        session: expect.objectContaining({ id, name: 'Monthly report', hasBrowser: false }),
      }),
    ),
  );
  expect(events[0]).toMatchObject({ type: 'sessions' });
  for (const name of ['two', 'three', 'mcp:my-goose'])
    await fetch(`${server.url}/sessions/${encodeURIComponent(name)}`, { method: 'DELETE', headers: authorization() });
  await Promise.all(clients.map((client) => client.close()));
  ending.abort();
  await reading;
});

test('a session is renamed, shared and closed in the window', async () => {
  const { page, see, button } = window;
  const tool = '/sessions/manual/tools/browser_navigate';
  await server.post(tool, { url: pages.origin });
  await button('All sessions');
  await page.locator('[aria-label^="Rename A program"]').click();
  await page.keyboard.type('Price check');
  await page.keyboard.press('Enter');
  await see('Price check');
  await button('Share Price check');
  await button('Create link');
  await see('/live#session=manual&code=');
  await page.keyboard.press('Escape');
  await button('Close the browser of Price check');
  await button('Close browser');
  await vi.waitFor(async () =>
    expect((await listed()).find(({ id }) => id === 'manual')).toMatchObject({ hasBrowser: false }),
  );
});

test('a card has its picture although there was none when it was first asked for', async () => {
  const { page, see, button } = window;
  await button('All sessions');
  // As if the server had none yet: it answers so when a page is not painted in time.
  const asked = await page.evaluateHandle(() => {
    const { fetch } = globalThis;
    const pictures = { count: 0, isMissing: true };
    globalThis.fetch = (input, init) => {
      const isPicture = String(input).includes('/sessions/late/picture');
      if (isPicture) pictures.count++;
      return isPicture && pictures.isMissing
        ? Promise.resolve(new Response(null, { status: 204 }))
        : fetch(input, init);
    };
    return pictures;
  });
  const navigate = '/sessions/late/tools/browser_navigate';
  expect(await server.post(navigate, { url: pages.origin })).toMatchObject({ status: 200 });
  await see('A program');
  await page.waitForFunction(({ count }) => count > 2, {}, asked);
  await asked.evaluate((pictures) => {
    pictures.isMissing = false;
  });
  await page.waitForSelector('.session-card:has([aria-label^="Rename A program"]) img');
  expect(await asked.evaluate(({ count }) => count)).toBeGreaterThan(3);
  await server.post('/sessions/late/tools/browser_close');
});

test.each([
  ['an agent in the server', { kind: 'local' }],
  ['an agent in a process of its own', { kind: 'process' }],
])('%s is listed with its page and picture, is followed, and is gone when its browser is closed', async (_, host) => {
  const name = `Shopper of ${host.kind}`;
  const { body: agent } = (await server.post('/api/agents', { name, host })) as { body: { slug: string } };
  const { body } = await server.post(`/api/agents/${agent.slug}/sessions`, { title: `Errand of ${host.kind}` });
  const { id } = body as { id: string };
  const tool = (tool: string, input = {}) =>
    server.post(`/api/agents/${agent.slug}/sessions/${id}/tools/${tool}`, input);
  expect(await tool('browser_navigate', { url: `${pages.origin}/orders` })).toMatchObject({ status: 200 });
  const here = { id, agent: agent.slug, caller: { kind: 'agent', name } };
  const page = { title: 'Orders', url: `${pages.origin}/orders` };
  await vi.waitFor(async () =>
    expect(await listed()).toContainEqual(
      expect.objectContaining({
        ...here,
        name: `${name} · ${site()}`,
        page,
        hasBrowser: true,
        driver: { kind: 'agent' },
      }),
    ),
  );
  expect((await btcp(home, ['sessions'])).stdout).toContain(`${name} · ${site()}`);
  await vi.waitFor(async () => {
    const picture = await fetch(`${server.url}/sessions/${id}/picture`, { headers: authorization() });
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500);
  });

  // The same view: the card opens it, and it can be taken over.
  const { page: shown, button, see } = window;
  await button('All sessions');
  await shown.locator(`[aria-label^="Errand of ${host.kind},"]`).click();
  await shown.waitForSelector('>>> canvas');
  await button('Take over');
  await vi.waitFor(async () =>
    expect((await listed()).find((each) => each.id === id)).toMatchObject({ driver: { kind: 'person' } }),
  );
  await button('Hand back');
  await vi.waitFor(async () =>
    expect((await listed()).find((each) => each.id === id)).toMatchObject({ driver: { kind: 'agent' } }),
  );
  expect(await tool('browser_close')).toMatchObject({ status: 200 });
  await vi.waitFor(async () => expect((await listed()).filter((each) => each.id === id)).toEqual([]));
  await button('All sessions');
  await see('All sessions');
});

test.each(['local', 'process'])(
  'the feed reports the browser of a workspace agent on a %s host as it comes and goes',
  async (kind) => {
    const { body: agent } = await server.post('/api/agents', { name: `Buyer ${kind}`, host: { kind } });
    const { slug } = agent as { slug: string };
    const { body: session } = await server.post(`/api/agents/${slug}/sessions`, {});
    const { id } = session as { id: string };
    const use = (tool: string, input: object) => server.post(`/api/agents/${slug}/sessions/${id}/tools/${tool}`, input);
    const feed = await EventReader.open(`${server.url}/sessions/events`, authorization());
    try {
      const { sessions } = await feed.next('sessions');
      expect(sessions).not.toContainEqual(expect.objectContaining({ id }));
      expect(await use('browser_navigate', { url: `${pages.origin}/orders` })).toMatchObject({ status: 200 });
      const isAtOrders = (at: ListedSession) => at.id === id && at.page?.title === 'Orders';
      const { session: came } = await feed.next('session', (event) => isAtOrders(event.session));
      expect(came).toMatchObject({ agent: slug, hasBrowser: true, name: `Buyer ${kind} · ${site()}` });
      expect(feed.events).not.toContainEqual({ type: 'session_gone', id });
      expect(await use('browser_close', {})).toMatchObject({ status: 200 });
      await feed.next('session_gone', (event) => event.id === id);
      expect(await listed()).not.toContainEqual(expect.objectContaining({ id }));
    } finally {
      feed.close();
    }
  },
);
