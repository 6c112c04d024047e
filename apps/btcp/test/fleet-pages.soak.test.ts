import { type BTCPClient, type BTCPClientOptions, createClient, webSocketTransport } from '@btcp/client';
import { buttonOf, serveModulePage, servePages, startChrome } from '@btcp/test-support';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EventReader } from '../../../packages/host/test/event-reader.ts';
import { Nats } from './fleet/nats.ts';
import { Balancer, TestFleet } from './fleet/test-fleet.ts';
import type { RunningServer } from './run-btcp.ts';

const PATIENT = { timeout: 60_000, interval: 100 };
const DRIVEN_PAGE = `
  import { createClient } from '/client/index.js';
  import { servePageAgent } from '/client/page-agent.js';
  import { BrowserAgent } from '/agent/index.js';
  document.body.innerHTML = '<h1>My own tab</h1><button onclick="document.title = \\'clicked\\'">Press</button>';
  const [serverUrl, token] = decodeURIComponent(location.hash.slice(1)).split(' ');
  const client = createClient({ serverUrl, auth: { type: 'bearer', token }, grants: ['dom:write'], reconnectInterval: 50 });
  servePageAgent(client, new BrowserAgent());
  await client.connect();
  document.title = 'connected'`;

const nats = new Nats();
const fleet = new TestFleet(nats);
let balancer: Balancer;
let site: Awaited<ReturnType<typeof serveModulePage>>;
let here: RunningServer;
let there: RunningServer;
const clients: BTCPClient[] = [];

const addGateway = () => fleet.add('gateway', ['--public-url', balancer.url, '--allow-origin', site.origin]);

beforeAll(async () => {
  await nats.start();
  balancer = await Balancer.start();
  site = await serveModulePage(DRIVEN_PAGE);
  [here, there] = await Promise.all([addGateway(), addGateway()]);
  balancer.sendTo(here);
  await fleet.add('worker');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.disconnect()));
  await fleet[Symbol.asyncDispose]();
  await balancer[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  await site.close();
});

// A page as a program: what it offers and how often it was called.
async function connectPage(serverUrl: string, name: string) {
  const calls: unknown[] = [];
  const consents: string[][] = [];
  const page = client(serverUrl, 'browser', {
    grants: ({ capabilities }) => {
      consents.push(capabilities);
      return ['dom:read'];
    },
  });
  page.registerTool({
    name,
    description: 'Echoes',
    inputSchema: { type: 'object' },
    handler: async (input: { text?: string; never?: boolean }) => {
      calls.push(input);
      if (input.never) await new Promise(() => {});
      return `echo of ${input.text?.length ?? 0}: ${input.text?.slice(0, 20)}`;
    },
  });
  await page.connect();
  return { page, calls, consents };
}

function client(
  serverUrl: string,
  clientType: 'browser' | 'agent',
  options: Partial<BTCPClientOptions> = {},
): BTCPClient {
  const made = createClient({
    ...options,
    serverUrl,
    clientType,
    auth: { type: 'bearer', token: here.token ?? '' },
    transport: webSocketTransport({ WebSocket }),
    reconnectInterval: 50,
  });
  clients.push(made);
  return made;
}

async function ask(agent: BTCPClient, method: string, params: object = {}): Promise<unknown> {
  const id = `ask-${Math.random()}`;
  const response = await agent.send({ jsonrpc: '2.0', method, params, id });
  return 'error' in response ? response.error : response.result;
}

async function pagesAt(gateway: RunningServer, tool: string): Promise<string[]> {
  const { body } = await gateway.get('/api/config');
  const { connected } = body as { connected: { session: string; tools: { name: string }[] }[] };
  return connected.filter(({ tools }) => tools.some(({ name }) => name === tool)).map(({ session }) => session);
}

test('a page that is connected to one gateway is listed and called at the other, over every door', async () => {
  const { page, calls, consents } = await connectPage(here.url, 'echo');
  const [id = ''] = await vi.waitFor(async () => {
    const found = await pagesAt(there, 'echo');
    expect(found).toHaveLength(1);
    return found;
  }, PATIENT);
  expect(await pagesAt(here, 'echo')).toEqual([id]);

  const agent = client(there.url, 'agent');
  await agent.connect();
  expect(await ask(agent, 'session/list')).toMatchObject({ sessions: [{ id, toolCount: 1, hasBrowser: true }] });
  expect(await ask(agent, 'session/join', { sessionId: id })).toMatchObject({ tools: [{ name: 'echo' }] });
  const called = (text: string) => ask(agent, 'tools/call', { name: 'echo', arguments: { text } });
  expect(await called('hello')).toMatchObject({ content: [{ text: 'echo of 5: hello' }] });
  // More than NATS takes in one message.
  const long = 'x'.repeat(3_000_000);
  expect(await called(long)).toMatchObject({ content: [{ text: `echo of 3000000: ${'x'.repeat(20)}` }] });
  // What a person consents to is asked of the page, wherever the agent is.
  await ask(agent, 'capabilities/request', { capabilities: ['dom:read', 'dom:write'] });
  expect(consents).toEqual([['dom:read', 'dom:write']]);
  expect(await ask(agent, 'capabilities/list')).toEqual({ capabilities: ['dom:read'] });

  const headers = { authorization: `Bearer ${there.token}` };
  const mcp = new McpClient({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${balancer.url}/mcp/page`), {
    requestInit: { headers },
  });
  await mcp.connect(transport as Parameters<McpClient['connect']>[0]);
  expect((await mcp.listTools()).tools).toMatchObject([{ name: 'echo' }]);
  // Its session began at the other gateway.
  balancer.sendTo(there);
  balancer.breakAll();
  const echo = { name: 'echo', arguments: { text: 'mcp' } };
  await vi.waitFor(async () => expect((await mcp.callTool(echo)).isError ?? false).toBe(false), PATIENT);
  expect(calls.at(-1)).toEqual({ text: 'mcp' });
  await mcp.close();

  // The tools of agents run on a worker, to which no page ever connects.
  const work = { name: 'echo', arguments: { text: 'work' } };
  await vi.waitFor(async () => {
    // The worker learns of the page later than the gateways may.
    const listed = await there.post('/sessions/agent/tools/page_tool_call', work);
    expect(listed).toMatchObject({ status: 200, body: { text: expect.stringContaining('echo of 4: work') } });
  }, PATIENT);

  page.registerTool({ name: 'second', description: '', inputSchema: {}, handler: async () => 'two' });
  await vi.waitFor(async () => expect(await pagesAt(there, 'second')).toEqual([id]), PATIENT);
  await page.disconnect();
  await vi.waitFor(async () => expect(await pagesAt(there, 'echo')).toEqual([]), PATIENT);
  expect(await called('gone')).toMatchObject({ code: expect.any(Number) });
});

test('a page moves with its connection, and keeps its session, its agent and its refs', async () => {
  const chrome = await startChrome();
  balancer.sendTo(here);
  try {
    const tab = await chrome.newPage();
    await tab.goto(`${site.origin}/#${encodeURIComponent(`${balancer.url} ${here.token}`)}`);
    await vi.waitFor(async () => expect(await tab.title()).toBe('connected'), PATIENT);
    const snapshot = await vi.waitFor(async () => {
      const answer = await there.post('/sessions/page/tools/browser_snapshot');
      expect(answer.status).toBe(200);
      return answer.body as { text: string };
    }, PATIENT);
    expect(snapshot.text).toContain('heading "My own tab"');
    const ref = /button "Press".*?(@\w+)/.exec(snapshot.text)?.[1] ?? '';
    const listed = async (gateway: RunningServer) => {
      const { connected } = (await gateway.get('/api/config')).body as {
        connected: { session: string; browserTools: string[]; isAway: boolean }[];
      };
      return connected.filter(({ browserTools, isAway }) => browserTools.length > 0 && !isAway);
    };
    const [before] = await listed(here);
    // A deployment takes the connection to the other gateway while the first one is still there.
    balancer.sendTo(there);
    balancer.breakAll();
    await vi.waitFor(async () => expect(await listed(there)).toMatchObject([{ session: before?.session }]), PATIENT);
    await vi.waitFor(async () => expect(await listed(here)).toMatchObject([{ session: before?.session }]), PATIENT);
    const clicked = await vi.waitFor(async () => {
      const answer = await here.post(`/sessions/page:${before?.session}/tools/browser_click`, { selector: ref });
      expect(answer.status).toBe(200);
      return answer.body as { text: string };
    }, PATIENT);
    expect(clicked.text).toContain('Clicked button "Press"');
    expect(await tab.title()).toBe('clicked');
  } finally {
    await chrome.close();
  }
});

test('the gateway of a page is killed: the call in flight gets one answer, and the page is back under its session', async () => {
  const doomed = await addGateway();
  balancer.sendTo(doomed);
  const { page, calls } = await connectPage(balancer.url, 'moving');
  const [id = ''] = await vi.waitFor(async () => {
    const found = await pagesAt(here, 'moving');
    expect(found).toHaveLength(1);
    return found;
  }, PATIENT);
  const agent = client(here.url, 'agent');
  await agent.connect();
  await ask(agent, 'session/join', { sessionId: id });
  const answers: unknown[] = [];
  const call = ask(agent, 'tools/call', { name: 'moving', arguments: { never: true } });
  void call.then((answer) => answers.push(answer));
  await vi.waitFor(() => expect(calls).toEqual([{ never: true }]), PATIENT);
  balancer.sendTo(there);
  await fleet.end(doomed, 'SIGKILL');
  expect(await call).toMatchObject({ data: { btcpCode: 'CONNECTION_LOST' } });
  await vi.waitFor(async () => {
    // The agent is still joined to the page: it names none.
    const answer = await ask(agent, 'tools/call', { name: 'moving', arguments: { text: 'again' }, sessionId: id });
    expect(answer).toMatchObject({ content: [{ text: 'echo of 5: again' }] });
  }, PATIENT);
  expect(await pagesAt(there, 'moving')).toEqual([id]);
  expect(answers).toHaveLength(1);
  await page.disconnect();
});

test('a gateway is replaced: clients of MCP, viewers and readers of events go on at another', async () => {
  const doomed = await addGateway();
  balancer.sendTo(doomed);
  balancer.breakAll();
  const headers = { authorization: `Bearer ${here.token}` };
  await using shop = await servePages({ '/': '<title>Shop</title><h1>Shop</h1>' });
  const navigate = { name: 'browser_navigate', arguments: { url: shop.origin } };
  const mcpUrl = new URL(`${balancer.url}/mcp`);
  const who = { name: 'test', version: '1.0.0' };
  const first = new McpClient(who);
  const transport = new StreamableHTTPClientTransport(mcpUrl, { requestInit: { headers } });
  await first.connect(transport as Parameters<McpClient['connect']>[0]);
  const modern = new ModernClient(who, { versionNegotiation: { mode: 'auto' } });
  const own = { ...headers, 'btcp-session': 'modern' };
  await modern.connect(new ModernTransport(mcpUrl, { requestInit: { headers: own } }));
  expect((await first.callTool(navigate)).isError ?? false).toBe(false);
  expect((await modern.callTool(navigate)).isError ?? false).toBe(false);
  const session = transport.sessionId;

  const chrome = await startChrome();
  const events = await EventReader.open(`${balancer.url}/sessions/mcp:modern/events`, headers);
  try {
    const { body } = await doomed.post('/sessions/mcp:modern/links', { role: 'control' });
    const tab = await chrome.newPage();
    await tab.goto((body as { url: string }).url);
    const button = (name: string) => buttonOf(tab, name);
    await button('Take over').wait();
    await tab.waitForSelector('>>> .status[hidden]');
    await modern.callTool(navigate);
    const { id } = await events.next('tool_result');

    balancer.sendTo(there);
    await fleet.end(doomed, 'SIGKILL');
    const read = { name: 'browser_snapshot' };
    // A connection that breaks while a request is sent is the client's to open again.
    for (const call of [() => first.callTool(read), () => modern.callTool(read)]) {
      const result: unknown = await vi.waitFor<unknown>(call, PATIENT);
      expect(result).toMatchObject({ content: [{ text: expect.stringContaining('heading "Shop"') }] });
    }
    expect(transport.sessionId).toBe(session);
    // The person does nothing: the picture comes back, and they can drive.
    await tab.waitForSelector('>>> .status[hidden]');
    await button('Take over').click();
    await button('Hand back').click();
    await button('Take over').wait();
    const again = { ...headers, 'last-event-id': String(id) };
    const rest = await EventReader.open(`${balancer.url}/sessions/mcp:modern/events`, again);
    await rest.next('tool_call', ({ name }) => name === 'browser_snapshot');
    expect(rest.events.filter((event) => event.id <= id)).toEqual([]);
    rest.close();
  } finally {
    events.close();
    await chrome.close();
  }
  await Promise.all([first.callTool({ name: 'browser_close' }), modern.callTool({ name: 'browser_close' })]);
  await Promise.all([first.close(), modern.close()]);
});
