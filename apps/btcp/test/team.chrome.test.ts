import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { CLIENT, type IdentityProvider, startProvider } from './identity-provider.ts';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

type Who =
  | 'owner'
  | 'other member'
  | 'viewer'
  | 'stranger'
  | 'admin'
  | 'revoked'
  | 'expired'
  | 'wrong audience'
  | 'nobody';

const home = new TestHome();
const TOKENS = join(home.path, 'state', 'tokens.json');
const tokens = {} as Record<Who, string | undefined>;
const AGENT = '/api/agents/ann~helper';
// Of that agent, which ann shares with vic to watch.
let session = '';
let pages: PageServer;
let provider: IdentityProvider;
let server: RunningServer;

beforeAll(async () => {
  pages = await servePages({ '/': '<title>Shop</title><h1>Sale of ann</h1>' });
  provider = await startProvider();
  const identity = ['--oidc-issuer', provider.issuer, '--oidc-client-id', CLIENT.id, '--oidc-admins', '*'];
  server = await serve(home, ['--log-level', 'info', ...SHARED_CHROME, ...identity]);
  provider.register(server.url);
  tokens.owner = await create('ann');
  tokens['other member'] = await create('bob');
  tokens.viewer = await create('vic', '--role', 'viewer', '--sessions', 'ann~shop');
  tokens.stranger = await create('sam', '--role', 'viewer', '--sessions', 'bob~shop');
  tokens.admin = await create('root', '--role', 'admin');
  tokens.revoked = await create('eve');
  await btcp(home, ['token', 'revoke', 'eve']);
  tokens.expired = await create('old', '--days', '1');
  const stored = JSON.parse(readFileSync(TOKENS, 'utf8')) as { name: string }[];
  const aged = stored.map((token) => (token.name === 'old' ? { ...token, expires: Date.now() - 1 } : token));
  writeFileSync(TOKENS, JSON.stringify(aged));
  const scope = 'btcp:use btcp:admin';
  tokens['wrong audience'] = await provider.accessToken('ann', { resource: 'https://other.example.com/mcp', scope });
  const opened = await ask('owner', 'POST', '/sessions/shop/tools/browser_navigate', { url: pages.origin });
  expect(opened.status).toBe(200);
  expect((await ask('owner', 'POST', '/api/agents', { name: 'Helper' })).status).toBe(201);
  const { id } = await (await ask('owner', 'POST', `${AGENT}/sessions`, { title: 'Errand of ann' })).json();
  session = `${AGENT}/sessions/${id}`;
  expect((await ask('owner', 'PUT', `${session}/shares/vic`, { role: 'watch' })).status).toBe(200);
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  await provider[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

async function create(...args: string[]): Promise<string> {
  const { stdout, stderr } = await btcp(home, ['token', 'create', ...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout).token;
}

async function ask(who: Who, method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const token = tokens[who];
  const headers = { ...more, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const response = await fetch(server.url + path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(100_000),
  });
  return response;
}

async function status(who: Who, method: string, path: string, body?: object): Promise<number> {
  const response = await ask(who, method, path, body);
  await response.body?.cancel();
  return response.status;
}

// The status with which a WebSocket is refused, or what its first message is.
function watch(who: Who, path: string, protocols = ['btcp.live.v1']): Promise<number | string> {
  const token = tokens[who];
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, protocols, { headers });
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    socket.once('error', () => {});
    socket.once('close', (code) => resolve(`closed with ${code}`));
    // The broker waits for the first message.
    if (protocols.length === 0) socket.once('open', () => resolve('open'));
    socket.once('message', (data) => {
      const { type, role, session, error } = JSON.parse(String(data));
      socket.close();
      resolve(type === 'hello' ? `${role} ${session}` : error.code);
    });
  });
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const ACCEPT = { accept: 'application/json, text/event-stream' };

// Every door, asked for what belongs to ann. `ann~shop` is how admins and viewers name the session that ann calls `shop`.
const DOORS: Record<string, (who: Who, session: string) => Promise<number | string>> = {
  'call a tool': (who, session) => status(who, 'POST', `/sessions/${session}/tools/browser_tabs`, {}),
  events: (who, session) => status(who, 'GET', `/sessions/${session}/events`),
  files: (who, session) => status(who, 'GET', `/sessions/${session}/files`),
  state: (who, session) => status(who, 'GET', `/sessions/${session}/state`),
  'make a link': (who, session) => status(who, 'POST', `/sessions/${session}/links`, {}),
  'make a ticket': (who, session) => status(who, 'POST', `/sessions/${session}/tickets`, {}),
  'revoke links': (who, session) => status(who, 'DELETE', `/sessions/${session}/links`),
  'the list of sessions': (who) => status(who, 'GET', '/sessions'),
  'the feed of sessions': (who) => status(who, 'GET', '/sessions/events'),
  'a picture of a session': (who, session) => status(who, 'GET', `/sessions/${session}/picture`),
  'the name of a session': (who, session) => status(who, 'PATCH', `/sessions/${session}`, { name: 'Shop' }),
  'the live view': (who, session) => watch(who, `/browser/stream?sessionId=${session}`),
  'the only live view': (who) => watch(who, '/browser/stream'),
  'browser actions': (who, sessionId) => status(who, 'POST', '/browser/tabs', { sessionId }),
  'browser status': (who) => status(who, 'GET', '/browser/status'),
  ownership: (who, sessionId) => status(who, 'POST', '/browser/ownership/release', { sessionId }),
  MCP: async (who) => (await ask(who, 'POST', '/mcp', INITIALIZE, ACCEPT)).status,
  'MCP of pages': async (who) => (await ask(who, 'POST', '/mcp/page', INITIALIZE, ACCEPT)).status,
  'the inner path': (who) => status(who, 'GET', '/members/sessions/ann~shop/files'),
  'the inner path, encoded': (who) => status(who, 'GET', '/sessions/..%2fann~shop/files'),
  workspace: (who) => status(who, 'GET', '/api/config'),
  agents: (who) => status(who, 'GET', '/api/agents'),
  'all sessions in the workspace': (who) => status(who, 'GET', '/api/sessions'),
  'a recording of such a session': (who) => status(who, 'GET', '/api/sessions/ann~shop/recording'),
  'files of such a session': (who) => status(who, 'GET', '/api/sessions/ann~shop/files'),
  'a tool in such a session': (who) => status(who, 'POST', '/api/sessions/ann~shop/tools/browser_tabs', {}),
  tokens: (who) => status(who, 'GET', '/api/tokens'),
  'create a token': (who) => status(who, 'POST', '/api/tokens', {}),
  'who did what': (who) => status(who, 'GET', '/api/audit'),
  'change settings': (who) => status(who, 'PUT', '/api/settings', {}),
  'sessions of an agent': (who) => status(who, 'GET', `${AGENT}/sessions`),
  'states of an agent': (who) => status(who, 'GET', `${AGENT}/states`),
  'the browser of an agent': (who) => status(who, 'GET', `${AGENT}/browser/status`),
  'rename an agent': (who) => status(who, 'PATCH', AGENT, { name: 'Helper' }),
  'events in the workspace': (who) => status(who, 'GET', `${session}/events?workspace`),
  'files in the workspace': (who) => status(who, 'GET', `${session}/files`),
  'a recording': (who) => status(who, 'GET', `${session}/recording?format=json`),
  'call a tool in the workspace': (who) => status(who, 'POST', `${session}/tools/browser_close`, {}),
  'stop a run': (who) => status(who, 'POST', `${session}/stop`),
  'rename a session': (who) => status(who, 'PATCH', session, { title: 'Errand of ann' }),
  'shares of a session': (who) => status(who, 'GET', `${session}/shares`),
  'links in the workspace': (who) => status(who, 'POST', `${session}/links`, {}),
  'tickets in the workspace': (who) => status(who, 'POST', `${session}/tickets`, {}),
  'a stream in the workspace': (who) =>
    watch(who, `${AGENT}/browser/stream?sessionId=${session.slice(session.lastIndexOf('/') + 1)}`),
  'sign-in links': (who) => status(who, 'POST', '/api/login/links', {}),
  'the stream of an agent': (who) => watch(who, '/api/agents/ann/browser/stream'),
  'connected pages': (who) => watch(who, '/btcp', []),
  metrics: (who) => status(who, 'GET', '/metrics'),
  'the catalogue': (who) => status(who, 'GET', '/tools'),
};

const BAD = { revoked: 401, expired: 401, 'wrong audience': 401, nobody: 401 } as const;

// What bob gets as `shop` is a session of bob's own: asserted below by its content.
const TABLE: Record<keyof typeof DOORS, Record<Who, number | string>> = {
  'call a tool': { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  events: { owner: 200, 'other member': 200, viewer: 200, stranger: 404, admin: 200, ...BAD },
  files: { owner: 200, 'other member': 200, viewer: 200, stranger: 404, admin: 200, ...BAD },
  state: { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'make a link': { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'make a ticket': { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'revoke links': { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'the list of sessions': { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  'the feed of sessions': { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  'a picture of a session': { owner: 200, 'other member': 200, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'the name of a session': { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'the live view': {
    owner: 'control ann~shop',
    'other member': 'control bob~shop',
    viewer: 'view ann~shop',
    stranger: 404,
    admin: 'control ann~shop',
    ...BAD,
  },
  'the only live view': {
    owner: 'browser_unavailable',
    'other member': 'browser_unavailable',
    viewer: 404,
    stranger: 404,
    admin: 'ambiguous',
    ...BAD,
  },
  'browser actions': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'browser status': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  ownership: { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 501, ...BAD },
  MCP: { owner: 200, 'other member': 200, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'MCP of pages': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'the inner path': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 404, ...BAD },
  'the inner path, encoded': { owner: 200, 'other member': 200, viewer: 404, stranger: 404, admin: 200, ...BAD },
  workspace: { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  agents: { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  'all sessions in the workspace': { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  'a recording of such a session': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'files of such a session': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'a tool in such a session': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  tokens: { owner: 200, 'other member': 200, viewer: 200, stranger: 200, admin: 200, ...BAD },
  'create a token': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 400, ...BAD },
  'who did what': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'change settings': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'sessions of an agent': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'states of an agent': { owner: 200, 'other member': 404, viewer: 404, stranger: 404, admin: 200, ...BAD },
  'the browser of an agent': { owner: 200, 'other member': 404, viewer: 404, stranger: 404, admin: 200, ...BAD },
  'rename an agent': { owner: 200, 'other member': 404, viewer: 404, stranger: 404, admin: 200, ...BAD },
  'events in the workspace': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'files in the workspace': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'a recording': { owner: 200, 'other member': 404, viewer: 200, stranger: 404, admin: 200, ...BAD },
  'call a tool in the workspace': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  'stop a run': { owner: 204, 'other member': 404, viewer: 403, stranger: 404, admin: 204, ...BAD },
  'rename a session': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  'shares of a session': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  'links in the workspace': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  'tickets in the workspace': { owner: 200, 'other member': 404, viewer: 403, stranger: 404, admin: 200, ...BAD },
  'a stream in the workspace': {
    owner: 'browser_unavailable',
    'other member': 404,
    viewer: 'browser_unavailable',
    stranger: 404,
    admin: 'browser_unavailable',
    ...BAD,
  },
  'sign-in links': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'the stream of an agent': { owner: 404, 'other member': 404, viewer: 404, stranger: 404, admin: 404, ...BAD },
  'connected pages': { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 'open', ...BAD },
  metrics: { owner: 403, 'other member': 403, viewer: 403, stranger: 403, admin: 200, ...BAD },
  'the catalogue': {
    owner: 200,
    'other member': 200,
    viewer: 200,
    stranger: 200,
    admin: 200,
    revoked: 200,
    expired: 200,
    'wrong audience': 200,
    nobody: 200,
  },
};

describe('every door, for everybody who may stand before it', () => {
  test.each(Object.keys(DOORS))('%s', async (door) => {
    const expected = TABLE[door] as Record<Who, number | string>;
    const found: Partial<Record<Who, number | string>> = {};
    for (const who of Object.keys(expected) as Who[]) {
      const isWhole = who === 'viewer' || who === 'stranger' || who === 'admin';
      found[who] = (await DOORS[door]?.(who, isWhole ? 'ann~shop' : 'shop')) ?? 'no such door';
    }
    expect(found).toEqual(expected);
  });

  test('the same access token for this server opens what the others are refused', async () => {
    const token = { resource: server.mcp, scope: 'btcp:use btcp:admin' };
    const headers = { authorization: `Bearer ${await provider.accessToken('ann', token)}` };
    for (const path of ['/sessions/ann~shop/files', '/api/agents', '/metrics', '/browser/status']) {
      expect((await fetch(server.url + path, { headers })).status).toBe(200);
    }
  });

  test('the list of all sessions and its feeds have nothing of another member', async () => {
    expect((await ask('other member', 'POST', '/sessions/shop/tools/browser_tabs', {})).status).toBe(200);
    for (const path of ['/sessions', '/api/sessions']) {
      const [own, others] = await Promise.all([ask('owner', 'GET', path), ask('other member', 'GET', path)]);
      expect(await own.text()).toContain('ann~shop');
      const listed = await others.text();
      expect(listed).toContain('bob~shop');
      expect(listed).not.toMatch(/ann|Errand/);
    }
    for (const path of ['/sessions/events', '/api/events']) {
      const feed = await ask('other member', 'GET', path, undefined, { accept: 'text/event-stream' });
      const reader = feed.body?.pipeThrough(new TextDecoderStream()).getReader();
      let heard = '';
      // The sessions that are open come first.
      while (!heard.includes('bob~shop')) {
        const { done, value = '' } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The feed ${path} ended after: ${heard}`);
        heard += value;
      }
      await reader?.cancel();
      expect(heard).not.toMatch(/ann|Errand/);
    }
  });

  test('the names of another member lead nowhere', async () => {
    for (const session of ['shop', 'ann~shop', 'bob~ann~shop']) {
      const answer = await ask('other member', 'POST', `/sessions/${session}/tools/browser_snapshot`, {});
      expect(await answer.text()).not.toContain('Sale of ann');
    }
    const own = await ask('owner', 'POST', '/sessions/shop/tools/browser_snapshot', {});
    expect(await own.text()).toContain('Sale of ann');
  });

  test('a member has MCP with sessions of their own, and no tools of connected pages', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL(server.mcp), {
      requestInit: { headers: { authorization: `Bearer ${tokens.owner}` } },
    });
    await client.connect(transport);
    const { content } = await client.callTool({ name: 'browser_tabs', arguments: {} });
    expect(JSON.stringify(content)).toContain('about:blank');
    await expect(client.callTool({ name: 'page_tools_list', arguments: {} })).rejects.toThrow('page_tools_list');
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const stolen = { ...ACCEPT, 'mcp-session-id': transport.sessionId ?? '' };
    expect((await ask('other member', 'POST', '/mcp', call, stolen)).status).toBe(404);
    expect((await ask('owner', 'POST', '/mcp', call, stolen)).status).toBe(200);
    await client.close();
    const page = await ask('owner', 'POST', '/sessions/shop/tools/page_tools_list', {});
    expect(page.status).toBe(404);
  });
});

test('the log says who asked for what, and how it was answered', async () => {
  await vi.waitFor(() => {
    expect(server.log).toMatch(
      / info access user=ann role=member token=[\da-f]{12} method=POST path=\/sessions\/shop\/tools\/browser_tabs status=200$/m,
    );
    expect(server.log).toMatch(/ info access user=vic role=viewer .* path=\/browser\/status status=403$/m);
    expect(server.log).toMatch(
      / info access user=bob role=member .* method=UPGRADE path=\/browser\/stream status=101$/m,
    );
  }, 30_000);
});

describe('btcp token', () => {
  test('a token is stored as a hash, listed without it, and ends with its streams when it is revoked', async () => {
    tokens.revoked = await create('zoe', '--days', '1');
    const events = await ask('revoked', 'GET', '/sessions/shop/events');
    expect(events.status).toBe(200);
    const ended = events.text().then(
      () => 'ended',
      () => 'ended',
    );
    const listed = await btcp(home, ['token', 'list', '--json']);
    const { tokens: all } = JSON.parse(listed.stdout);
    const zoe = all.find(({ name }: { name: string }) => name === 'zoe');
    expect(zoe).toMatchObject({ role: 'member', sessions: [], expires: expect.any(Number) });
    expect(listed.stdout).not.toContain(tokens.revoked);
    expect(readFileSync(TOKENS, 'utf8')).not.toContain(tokens.revoked);
    expect((await btcp(home, ['token', 'revoke', zoe.id])).stdout).toBe('1 token revoked.\n');
    expect(await ended).toBe('ended');
    await vi.waitFor(async () => expect(await status('revoked', 'GET', '/sessions/shop/files')).toBe(401));
  });

  test('what cannot be is rejected with what to do', async () => {
    const wrong = async (...args: string[]) => (await btcp(home, ['token', ...args])).stderr;
    expect(await wrong('create')).toContain('btcp token needs a name.');
    expect(await wrong('create', 'An~n')).toContain('"An~n" cannot be the name of a person here.');
    expect(await wrong('create', 'ann', '--role', 'boss')).toContain('Give one of member, viewer, admin.');
    expect(await wrong('create', 'ann', '--role', 'viewer')).toContain('A viewer sees nothing without sessions.');
    expect(await wrong('revoke', 'nobody')).toContain('No token has the id or name "nobody".');
    expect(await wrong('sell', 'ann')).toContain('It is create, list or revoke.');
  });
});
