import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, webSocketTransport } from '@btcp/client';
import { PAGE_COMMANDS, PAGE_TOOL, type PageAction } from '@btcp/protocol';
import { aliases, catalogue } from '@btcp/tools';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sources } from '../../../scripts/sources.mjs';
import { btcp, MAIN, type RunningServer, serve, TestHome } from './run-btcp.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const names = catalogue.map(({ name }) => name);
const everyName = [...catalogue, ...aliases].map(({ name }) => name);
const PAGE_NAMES = ['page_tools_list', 'page_tool_call'];

interface Place {
  home: TestHome;
  server: RunningServer;
  flags: string[];
  /** What the page that is connected there was asked to do. */
  asked: unknown[];
  close(): Promise<void>;
}

// Each denies something else; `open` denies nothing, and shows that every door leads somewhere.
const places: Record<'noBrowser' | 'noPages' | 'open', Place> = {} as never;

async function place(flags: string[], environment: NodeJS.ProcessEnv = {}): Promise<Place> {
  const home = new TestHome();
  const server = await serve(home, flags, environment);
  const asked: unknown[] = [];
  const client = createClient({
    serverUrl: server.btcp,
    auth: { type: 'bearer', token: server.token ?? '' },
    transport: webSocketTransport({ WebSocket }),
  });
  client.registerTool({ name: PAGE_TOOL, description: 'Drives the page', handler: (input) => void asked.push(input) });
  await client.connect();
  const agents = [
    { name: 'local' },
    { name: 'process', host: { kind: 'process' } },
    ...(places.open ? [{ name: 'remote', host: { kind: 'remote', url: places.open.server.url } }] : []),
  ];
  for (const agent of agents) {
    await server.post('/api/agents', agent);
    // A link is made for a session of any name, which exists from then on.
    await server.post(`/api/agents/${agent.name}/sessions/any/links`);
  }
  return {
    home,
    server,
    flags,
    asked,
    async close() {
      client.destroy();
      await server.stop();
      home[Symbol.dispose]();
    },
  };
}

const clients: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  places.open = await place([]);
  const { url, token } = places.open.server;
  const environment = { BTCP_HOST_URL_REMOTE: url, BTCP_HOST_TOKEN_REMOTE: token ?? '' };
  [places.noBrowser, places.noPages] = await Promise.all([
    place(['--deny', names.join()], environment),
    place(['--deny', PAGE_NAMES.join()], environment),
  ]);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(Object.values(places).map(({ close }) => close()));
});

// Whether a call was refused as something that this server does not do, or how else it ended.
type Call = (name: string, input: object) => Promise<string>;
type Door = (place: Place) => Promise<Call>;

const REFUSALS = ['unknown_tool', 'denied'];

function asRefusal(code: string): string {
  return REFUSALS.includes(code) ? 'refused' : code;
}

function http(path: (name: string) => string): Door {
  return async ({ server }) =>
    async (name, input) => {
      const { body } = (await server.post(path(name), input)) as { body: { error?: { code: string } } };
      return body.error === undefined ? 'done' : asRefusal(body.error.code);
    };
}

function mcp(transport: (place: Place) => StreamableHTTPClientTransport | StdioClientTransport, era: string): Door {
  return async (place) => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      era === '2026' ? { versionNegotiation: { mode: 'auto' } } : {},
    );
    clients.push(client);
    await client.connect(transport(place));
    return async (name, input) => {
      const answer = await client.callTool({ name, arguments: input as Record<string, unknown> }).catch(String);
      const words = typeof answer === 'string' ? answer : answer.isError ? JSON.stringify(answer.content) : '';
      if (words === '') return 'done';
      return /There is no tool|not permitted here/.test(words) ? 'refused' : words;
    };
  };
}

const overHttp = (path: string) => (place: Place) =>
  new StreamableHTTPClientTransport(new URL(path, place.server.url), {
    requestInit: { headers: { authorization: `Bearer ${place.server.token}`, 'btcp-session': 'one-of-mine' } },
  });
const overStdio = ({ flags, home }: Place) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...flags],
    env: home.environment as Record<string, string>,
  });

// Sends a line to the local socket as the command does.
async function lineBySocket({ server }: Place, line: unknown): Promise<{ out: string; err: string; code: number }> {
  const socket = connect(server.socket);
  socket.write(`${JSON.stringify(line)}\n`);
  return JSON.parse(await text(socket));
}

const bySocket = (place: Place, request: object) =>
  lineBySocket(place, { token: place.server.token, folder: '/', session: 'any', ...request });

// Every way to call a tool by its name.
const DOORS: Record<string, Door> = {
  'the local socket of commands': async (place) => async (name, input) => {
    const { out } = await bySocket(place, { line: ['call', name, JSON.stringify(input)], isJson: true });
    const { error } = JSON.parse(out);
    return error === undefined ? 'done' : asRefusal(error.code);
  },
  HTTP: http((name) => `/sessions/any/tools/${name}`),
  'HTTP on a connected page': http((name) => `/sessions/page/tools/${name}`),
  'HTTP by short names': http((name) => `/browser/${name.replace(/^browser_/, '')}`),
  'MCP over HTTP, 2025': mcp(overHttp('/mcp'), '2025'),
  'MCP over HTTP, 2026': mcp(overHttp('/mcp'), '2026'),
  'an agent of the workspace': http((name) => `/api/agents/local/sessions/any/tools/${name}`),
  'an agent of the workspace, by short names': http(
    (name) => `/api/agents/local/browser/${name.replace('browser_', '')}`,
  ),
  'an agent in a process of its own': http((name) => `/api/agents/process/sessions/any/tools/${name}`),
  'an agent on a server that permits everything': http((name) => `/api/agents/remote/sessions/any/tools/${name}`),
  'a page, from the workspace': async (place) => {
    const { body } = await place.server.get('/api/config');
    const [{ session }] = (body as { connected: [{ session: string }] }).connected;
    return http((name) => `/api/pages/${session}/tools/${name}`)(place);
  },
};

async function expectRefused(call: Call, names: readonly string[], input: object = {}): Promise<void> {
  const answers = await Promise.all(names.map(async (name) => [name, await call(name, input)]));
  expect(answers).toEqual(names.map((name) => [name, 'refused']));
}

describe.each(Object.entries(DOORS))('through %s', (title, open) => {
  test('no tool of the catalogue is called that is denied, under any name', async () => {
    await expectRefused(await open(places.noBrowser), everyName);
    expect(places.noBrowser.asked).toEqual([]);
  });

  test('the tools of pages are not called when they are denied', async () => {
    await expectRefused(await open(places.noPages), PAGE_NAMES, { name: PAGE_TOOL });
    expect(places.noPages.asked).toEqual([]);
  });

  test('a tool that is not denied is called', async () => {
    // The open server has no other one to be a host.
    if (title.includes('server that permits'))
      return expect(await (await open(places.noPages))('browser_close', {})).toBe('done');
    expect(await (await open(places.open))('browser_close', {})).toBe('done');
  });
});

test('btcp mcp and btcp call refuse what is denied', async () => {
  await expectRefused(await mcp(overStdio, '2025')(places.noBrowser), everyName);
  expect(await (await mcp(overStdio, '2026')(places.noBrowser))('browser_snapshot', {})).toBe('refused');
  // The command calls by HTTP, which is tried with every tool above.
  const { code, stderr } = await btcp(places.noBrowser.home, ['call', 'browser_evaluate', '{"script":"1"}']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no tool "browser_evaluate"')]);
});

test('the local socket is open to its user alone, and to nobody without the token', async () => {
  const { server } = places.open;
  expect(statSync(server.socket).mode & 0o777).toBe(0o600);
  for (const token of [null, '', `${server.token}x`, 0, ['x']]) {
    const refused = await bySocket(places.open, { line: ['call', 'browser_close'], token });
    expect([token, refused]).toEqual([token, { out: '', err: expect.stringContaining('token'), code: 1 }]);
  }
  expect(await bySocket(places.open, { line: 'close' })).toMatchObject({ code: 2 });
});

test('the local socket answers a line that is no command', async () => {
  const answer = { out: '', err: 'This is not a command of btcp.\n', code: 2 };
  for (const line of [0, 'join', true, null, [], {}, { join: 0 }, { join: null }, { join: [] }])
    expect([line, await lineBySocket(places.open, line)]).toEqual([line, answer]);
});

test('the local socket reads and writes no file for a command', async () => {
  const { out } = await bySocket(places.open, { line: ['eval', '@/etc/passwd'], isJson: true });
  expect(out).not.toContain('root:');
});

test('a verb whose tool is denied is refused', async () => {
  const { code, stderr } = await btcp(places.noBrowser.home, ['eval', '1']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no tool "browser_evaluate"')]);
});

async function btcpAgent({ server }: Place, method: 'tools/call' | 'tools/callBatch'): Promise<Call> {
  const client = createClient({
    serverUrl: server.btcp,
    clientType: 'agent',
    auth: { type: 'bearer', token: server.token ?? '' },
    transport: webSocketTransport({ WebSocket }),
  });
  clients.push({ close: async () => client.destroy() });
  await client.connect();
  let id = 0;
  return async (name, input) => {
    const call = { name, arguments: input };
    const params = method === 'tools/call' ? call : { calls: [call] };
    const answer = JSON.stringify(await client.send({ jsonrpc: '2.0', method, params, id: `ask-${++id}` }));
    return answer.includes('CAPABILITY_DENIED') ? 'refused' : 'done';
  };
}

const byPageToolCall = (open: Door | undefined): Door => {
  return async (place) => {
    const call = await open?.(place);
    return async (name, input) => (await call?.('page_tool_call', { name, arguments: input })) ?? 'done';
  };
};

// Every way to send a command to a page that a person has open.
const WAYS_TO_PAGES: Record<string, Door> = {
  'page_tool_call over HTTP': byPageToolCall(DOORS.HTTP),
  'page_tool_call over MCP, 2025': byPageToolCall(DOORS['MCP over HTTP, 2025']),
  'page_tool_call over MCP, 2026': byPageToolCall(DOORS['MCP over HTTP, 2026']),
  'page_tool_call of an agent of the workspace': byPageToolCall(DOORS['an agent of the workspace']),
  'MCP of the page, 2025': mcp(overHttp('/mcp/page'), '2025'),
  'MCP of the page, 2026': mcp(overHttp('/mcp/page'), '2026'),
  'BTCP, tools/call': (place) => btcpAgent(place, 'tools/call'),
  'BTCP, tools/callBatch': (place) => btcpAgent(place, 'tools/callBatch'),
};

describe.each(Object.entries(WAYS_TO_PAGES))('by %s', (_, open) => {
  test('a page gets no command whose tool is denied, nor one that we do not know', async () => {
    const call = await open(places.noBrowser);
    const actions = [...Object.keys(PAGE_COMMANDS), 'no_such', '__proto__', undefined];
    for (const action of actions) {
      expect([action, await call(PAGE_TOOL, { action, selector: 'a', script: '1' })]).toEqual([action, 'refused']);
    }
    expect(places.noBrowser.asked).toEqual([]);
  });

  test('a page is asked for nothing when page_tool_call is denied', async () => {
    expect(await (await open(places.noPages))(PAGE_TOOL, { action: 'snapshot' })).toBe('refused');
    expect(places.noPages.asked).toEqual([]);
  });

  test('a page gets a command that is not denied', async () => {
    const { asked } = places.open;
    asked.splice(0);
    const command = { action: 'evaluate' satisfies PageAction, script: 'document.title' };
    expect(await (await open(places.open))(PAGE_TOOL, command)).toBe('done');
    expect(asked).toEqual([command]);
  });
});

test('a set of tools that was chosen limits what MCP clients do with pages, and not what it is asked for', async () => {
  const { close, asked, ...chosen } = await place(['--tools', 'safe', '--allow-origin', 'http://127.0.0.1:1']);
  try {
    for (const path of ['MCP of the page, 2025', 'page_tool_call over MCP, 2025']) {
      const call = await WAYS_TO_PAGES[path]?.({ ...chosen, asked, close });
      expect(await call?.(PAGE_TOOL, { action: 'evaluate', script: '1' })).toBe('refused');
      expect(await call?.(PAGE_TOOL, { action: 'waitFor', function: '1' })).toBe('refused');
      expect(await call?.(PAGE_TOOL, { action: 'snapshot' })).toBe('done');
    }
    expect(asked).toEqual([{ action: 'snapshot' }, { action: 'snapshot' }]);
  } finally {
    await close();
  }
});

test('every place that calls a tool or a page is one of these doors', () => {
  const calling = /\bcallTool\(\{|\.call\((?:PAGE_TOOL|(?:params\.)?name|session, name)\b/;
  const found = ['packages', 'apps/btcp/src']
    .flatMap((folder) => sources(`${ROOT}${folder}`))
    .map((file) => file.slice(ROOT.length))
    .filter((file) => file.includes('/src/') && calling.test(readFileSync(ROOT + file, 'utf8')))
    .sort();
  expect(found).toEqual([
    // Asks `permitCall` before a host is asked.
    'apps/btcp/src/agents/agent-browsers.ts',
    // By people, in sessions that are open already, with the tools of the server.
    'apps/btcp/src/api/outside-routes.ts',
    'apps/btcp/src/hosts/local-host.ts',
    'apps/btcp/src/pages/connected-pages.ts',
    // Commands, by HTTP or by the same routes without it.
    'apps/btcp/src/verbs/run-line.ts',
    'packages/ai/src/ai-core/plugin-tools.ts',
    'packages/ai/src/browser-tools.ts',
    // The commands of a tool that was permitted.
    'packages/broker/src/remote/run-command.ts',
    'packages/broker/src/requests/request-handler.ts',
    'packages/host/src/host-routes.ts',
    'packages/host/src/routes/browser-routes.ts',
    'packages/mcp/src/server/create-page-server.ts',
    'packages/mcp/src/server/tool-calls.ts',
    'packages/tools/src/tools/page-tools.ts',
  ]);
});
