import type { Mutations } from './mutations.ts';
import { several, type Target } from './target.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

// Calls that end at once, in the browser of the session `fuzz`.
const CALLS: [string, Record<string, unknown>][] = [
  ['browser_snapshot', { interactive: true, maxSize: 2_000 }],
  ['browser_find', { text: 'Name', limit: 3 }],
  ['browser_get_text', { selector: 'h1' }],
  ['browser_get_attribute', { selector: 'input', attribute: 'name' }],
  ['browser_is_visible', { selector: 'h1' }],
  ['browser_fill', { selector: '#name', value: 'x' }],
  ['browser_fill_form', { fields: [{ selector: '#name', value: 'y' }] }],
  ['browser_press', { key: 'a' }],
  ['browser_scroll', { direction: 'down', amount: 10 }],
  ['browser_wait_for', { text: 'Fuzz', timeout: 50 }],
  ['browser_evaluate', { script: '1 + 1', timeout: 50 }],
  ['browser_recent_console_logs', { limit: 5 }],
  ['browser_recent_network_requests', { limit: 5, filter: 'x' }],
  ['browser_dialog', { accept: true, text: 'x' }],
  ['page_tools_list', {}],
  ['page_tool_call', { name: 'echo', arguments: { x: 1 } }],
];

// Tools that would go on for long, or leave: only with arguments that cannot do.
const REFUSED = ['browser_navigate', 'browser_upload', 'browser_tabs', 'read_image', 'browser_request_user', 'nothing'];

function call(random: Mutations): [string, string] {
  if (random.oneIn(6)) return [random.pick(REFUSED), random.text({ url: 1, paths: 'x', action: [], message: {} })];
  const [name, input] = random.pick(CALLS);
  // A call that is right takes its time in Chrome.
  return random.oneIn(20) ? [name, JSON.stringify(input)] : [name, random.text({ ...input, wrong: random.junk() })];
}

const PATHS: [string, string, unknown?][] = [
  ['GET', '/health'],
  ['GET', '/tools'],
  ['GET', '/openapi.json'],
  ['GET', '/browser/status?sessionId=fuzz'],
  ['GET', '/sessions/fuzz/files'],
  ['GET', '/sessions/fuzz/files/..%2f..%2fetc%2fpasswd'],
  ['GET', '/sessions/fuzz/events'],
  ['POST', '/sessions/fuzz/links', { role: 'view', expiresIn: '1s' }],
  ['DELETE', '/sessions/fuzz/links/nothing'],
  ['PUT', '/sessions/none/state', { cookies: [{ name: 1 }], storage: [{}], tabs: [{ url: 1 }] }],
  ['POST', '/browser/ownership/request', { sessionId: 'fuzz' }],
  ['POST', '/browser/snapshot', { sessionId: 'fuzz', wrong: 1 }],
  ['POST', '/api/login', { token: 'x' }],
  ['POST', '/api/logout', {}],
  ['GET', '/api/agents'],
  ['POST', '/api/agents', { name: 'Fuzz', host: { kind: 'near' } }],
  ['PATCH', '/api/agents/none', { name: 'x' }],
  ['DELETE', '/api/agents/none'],
  ['GET', '/api/agents/none/sessions'],
  ['POST', '/api/agents/none/sessions', { title: 'x' }],
  ['POST', '/api/agents/none/sessions/none/messages', { text: 'x' }],
  ['POST', '/api/agents/none/sessions/none/tools/browser_snapshot', {}],
  ['GET', '/api/agents/none/sessions/none/files/x'],
  ['GET', '/api/settings'],
  ['POST', '/api/pages/none/tools/echo', { x: 1 }],
  ['GET', '/assets/..%2f..%2fpackage.json'],
  ['GET', '/live'],
  ['GET', '/btcp/events'],
  ['POST', '/btcp/message', { jsonrpc: '2.0', method: 'ping', id: 1 }],
  ['POST', '/message?sessionId=x', { jsonrpc: '2.0', method: 'ping', id: 1 }],
  ['POST', '/mcp/page', { jsonrpc: '2.0', method: 'tools/list', id: 1, params: {} }],
];

const HEADERS: Record<string, string>[] = [
  { host: 'evil.test' },
  { host: '127.0.0.1.evil.test' },
  { origin: 'http://evil.test' },
  { origin: 'null' },
  { authorization: 'Bearer wrong' },
  { authorization: `Bearer ${'x'.repeat(4_000)}` },
  { cookie: `btcp=${'x'.repeat(200)}` },
  { cookie: '__Host-btcp=x; btcp=y; btcp=z' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'last-event-id': '-1' },
  { 'btcp-live-link': 'javascript:alert(1)' },
  { 'btcp-client': 'guess', 'btcp-sequence': '-1', 'btcp-resume': 'guess' },
  { 'sec-fetch-site': 'cross-site' },
  { 'transfer-encoding': 'chunked' },
];

/** The routes of the host, the workspace and the broker. */
export async function fuzzHttp(target: Target, random: Mutations, count: number): Promise<void> {
  await several(count, 8, async () => {
    const headers: Record<string, string> = { ...JSON_TYPE, ...(random.oneIn(8) ? random.pick(HEADERS) : {}) };
    if (random.oneIn(2)) {
      const [name, body] = call(random);
      return target.ask('POST', `/sessions/fuzz/tools/${name}`, headers, body);
    }
    const [method, path, body] = random.pick(PATHS);
    const asked = random.oneIn(20) ? random.pick(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']) : method;
    const text = body === undefined || asked === 'GET' || asked === 'HEAD' ? undefined : random.text(body);
    return target.ask(asked, random.oneIn(20) ? distorted(path, random) : path, headers, text);
  });
}

function distorted(path: string, random: Mutations): string {
  const at = random.below(path.length) + 1;
  return `${path.slice(0, at)}${random.pick(['%00', '%ff', '..%2f', '//', '?x=%', '%F0%9F', 'x'.repeat(3_000), ';', '%252e'])}${path.slice(at)}`;
}

const MCP_MESSAGES: { method: string; params?: unknown }[] = [
  { method: 'ping' },
  { method: 'server/discover', params: {} },
  { method: 'tools/list', params: { cursor: 'x' } },
  { method: 'tools/call', params: { name: 'browser_find', arguments: { text: 'x', wrong: 1 } } },
  { method: 'tools/call', params: { name: 'browser_nothing', arguments: {} } },
  { method: 'resources/list', params: {} },
  { method: 'resources/read', params: { uri: 'btcp://files/..%2f..%2fetc%2fpasswd' } },
  { method: 'resources/templates/list', params: {} },
  { method: 'prompts/list', params: {} },
  { method: 'prompts/get', params: { name: 'x', arguments: {} } },
  { method: 'logging/setLevel', params: { level: 'debug' } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'x', value: 'y' } },
  },
  { method: 'notifications/cancelled', params: { requestId: 1 } },
  { method: 'notifications/initialized' },
];

const ACCEPT = { accept: 'application/json, text/event-stream' };
const CLIENT = { name: 'fuzz', version: '1.0.0' };

/** MCP of 2025: a session is opened, used, ended, and used again. */
export async function fuzzSessionMcp(target: Target, random: Mutations, count: number): Promise<void> {
  const begin = async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: CLIENT };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    const { headers } = await target.ask('POST', '/mcp', { ...JSON_TYPE, ...ACCEPT }, body);
    return String(headers['mcp-session-id']);
  };
  const known = [await begin()];
  await several(count, 4, async (index) => {
    if (random.oneIn(200)) known.push(await begin());
    const session = random.oneIn(20) ? 'replayed' : random.pick(known);
    const headers = { ...JSON_TYPE, ...ACCEPT, 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' };
    // An ended session stays among the known ones, so that it is replayed.
    if (random.oneIn(400)) return target.ask('DELETE', '/mcp', headers);
    if (random.oneIn(100)) return target.ask('GET', '/mcp', headers);
    const id = random.oneIn(3) ? 1 : index;
    return target.ask('POST', '/mcp', headers, random.text({ jsonrpc: '2.0', id, ...random.pick(MCP_MESSAGES) }));
  });
}

/** MCP of 2026: every request says all. */
export async function fuzzStatelessMcp(target: Target, random: Mutations, count: number): Promise<void> {
  await several(count, 4, async (index) => {
    const { method, params } = random.pick(MCP_MESSAGES);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': CLIENT,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const named = random.oneIn(10) ? {} : { 'btcp-session': 'fuzz' };
    const headers = {
      ...JSON_TYPE,
      ...ACCEPT,
      ...named,
      'mcp-protocol-version': random.oneIn(30) ? '1999-01-01' : '2026-07-28',
      'mcp-method': random.oneIn(30) ? 'tools/list' : method,
    };
    const message = { jsonrpc: '2.0', id: index, method, params: { ...Object(params), _meta: meta } };
    return target.ask('POST', random.oneIn(10) ? '/mcp/page' : '/mcp', headers, random.text(message));
  });
}
