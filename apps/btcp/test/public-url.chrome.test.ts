import { spawn } from 'node:child_process';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { btcp, MAIN, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const PUBLIC = 'https://browser.example.com/btcp';
const NAME = { host: 'browser.example.com' };

const home = new TestHome();
let server: RunningServer;
beforeAll(async () => {
  server = await serve(home, ['--public-url', PUBLIC, '--host', '0.0.0.0', ...SHARED_CHROME]);
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
});

// A request as a proxy of this machine sends it.
async function ask(path: string, headers: Record<string, string>, { method = 'GET' } = {}) {
  const authorization = `Bearer ${server.token}`;
  const { port } = new URL(server.url);
  const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers: { authorization, ...headers } }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  const body = await text(response);
  return { status: response.statusCode, body: body.startsWith('{') ? JSON.parse(body) : body };
}

// How a WebSocket request is answered.
async function upgrade(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(server.url);
  const socket = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', authorization: `Bearer ${server.token}` };
  const sent = httpRequest({ host: '127.0.0.1', port, path, headers: { ...socket, ...key, ...headers } }).end();
  return new Promise((resolve, reject) => {
    sent.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
    sent.once('upgrade', ({ statusCode }, opened) => {
      opened.destroy();
      resolve(statusCode);
    });
  });
}

test.each([
  [200, NAME],
  [200, { host: 'browser.example.com:443' }],
  [200, { ...NAME, origin: 'https://browser.example.com' }],
  // Anyone who can change what is sent in the clear has this origin too.
  [403, { ...NAME, origin: 'http://browser.example.com' }],
  [403, { ...NAME, origin: 'https://browser.example.com:444' }],
  [403, { ...NAME, origin: 'https://example.com' }],
  [403, { host: 'browser.example.com:80' }],
  [403, { host: 'browser.example.com.evil.test' }],
  [403, { host: 'example.com' }],
  [403, { host: '0.0.0.0' }],
])('behind a name, %i answers %o at every path (T1, T2)', async (status, headers) => {
  expect((await ask('/sessions/a/files', headers)).status).toBe(status);
  expect((await ask('/btcp/api/agents', headers)).status).toBe(status);
  expect((await ask('/btcp/mcp', { ...headers, accept: 'text/html' })).status).toBe(status === 200 ? 406 : status);
  expect(await upgrade('/btcp/btcp', headers)).toBe(status === 200 ? 101 : status);
});

test('programs of this machine still reach it, and pages of it only by its address', async () => {
  const { host } = new URL(server.url);
  expect((await ask('/api/agents', { host })).status).toBe(200);
  expect((await ask('/api/agents', { host, origin: server.url })).status).toBe(200);
  expect((await ask('/api/agents', { host, origin: 'http://evil.test' })).status).toBe(403);
});

test('X-Forwarded-Host is checked as well, and is believed of the proxies that are trusted alone', async () => {
  const { host } = new URL(server.url);
  const forwarded = (name: string) => ask('/api/agents', { host, 'x-forwarded-host': name });
  expect((await forwarded('browser.example.com')).status).toBe(200);
  expect((await forwarded('evil.test')).status).toBe(403);
  // Another name stays refused, whatever the header says.
  expect((await ask('/api/agents', { host: 'evil.test', 'x-forwarded-host': NAME.host })).status).toBe(403);
  const others = ['--public-url', PUBLIC, '--trusted-proxy', '10.0.0.0/8,::1'];
  const strict = await serve(home, others, { BTCP_DATA: join(home.path, 'strict') });
  expect((await fetch(`${strict.url}/btcp/health`, { headers: { 'x-forwarded-host': 'evil.test' } })).status).toBe(200);
  await strict.stop();
});

test('a path has the prefix or not, and a proxy that removes it can say so', async () => {
  for (const path of ['/health', '/btcp/health', '/btcp/health?again'])
    expect(await ask(path, NAME)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect((await ask('/btcp2/health', NAME)).status).toBe(404);
  expect((await ask('/btcp/btcp/health', NAME)).status).toBe(404);
  // The server has a path of this name, too.
  const events = { ...NAME, accept: 'application/json' };
  expect((await ask('/btcp/events', events, { method: 'PUT' })).status).toBe(405);
  const removed = { ...NAME, 'x-forwarded-prefix': '/btcp' };
  expect((await ask('/btcp/message', removed, { method: 'PUT' })).status).toBe(405);
  expect((await ask('/btcp/health', removed)).status).toBe(404);
  expect(await upgrade('/btcp', removed)).toBe(101);
  expect(await upgrade('/btcp', NAME)).toBe(101);
});

test('every address that it gives out is the public one', async () => {
  expect(server).toMatchObject({
    publicUrl: PUBLIC,
    mcp: `${PUBLIC}/mcp`,
    btcp: 'wss://browser.example.com/btcp/btcp',
    open: expect.stringMatching(/^https:\/\/browser\.example\.com\/btcp\/#code=/),
  });
  const { body: link } = await ask('/sessions/a/links', NAME, { method: 'POST' });
  expect(link).toMatchObject({
    url: expect.stringMatching(/^https:\/\/browser\.example\.com\/btcp\/live#session=a&code=/),
    stream: 'wss://browser.example.com/btcp/browser/stream?sessionId=a',
  });
  const { body: signIn } = await ask('/api/login/links', NAME, { method: 'POST' });
  expect(signIn.url).toMatch(/^https:\/\/browser\.example\.com\/btcp\/#code=/);
  expect((await ask('/openapi.json', NAME)).body).toMatchObject({
    servers: [{ url: PUBLIC }],
    paths: { '/api/agents': { post: { summary: 'Create an agent' } }, '/browser/open': {} },
  });
  for (const path of ['/', '/agents/a/sessions/b', '/live']) {
    const { body } = await ask(path, NAME);
    expect(body).toMatch(/src="\/btcp\/assets\/[\w-]+\.js"/);
    expect(body).not.toMatch(/(?:src|href)="(?!\/btcp\/)/);
  }
  // The commands of this machine do not need the proxy.
  const { stdout } = await btcp(home, ['token', '--json']);
  expect(JSON.parse(stdout).open).toMatch(/^https:\/\/browser\.example\.com\/btcp\/#code=/);
});

test('an agent cannot open that address, where the links for people are', async () => {
  const denied = await server.post('/browser/open', { url: `${PUBLIC}/live` });
  expect(denied).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
});

test.each([
  ['--public-url', 'https://a.test/?b', '--public-url is "https://a.test/?b"'],
  ['--trusted-proxy', '10.0.0.0/33', '--trusted-proxy has "10.0.0.0/33"'],
])('%s %s is refused at the start', async (flag, value, message) => {
  const { code, stderr } = await btcp(home, ['serve', '--port', '0', flag, value]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test('--no-auth is refused behind a name', async () => {
  const { stderr } = await btcp(home, ['serve', '--port', '0', '--no-auth', '--public-url', PUBLIC]);
  expect(stderr).toContain('--no-auth cannot be used with --public-url');
});

test('a server that starts behind a name prints the configuration of a client elsewhere', async () => {
  using ownHome = new TestHome();
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--public-url', PUBLIC], {
    env: ownHome.environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  const configuration = () => JSON.parse(/\n(\{\n[\s\S]*\n\})\n/.exec(printed)?.[1] ?? '').mcpServers.btcp;
  await vi.waitFor(() => expect(configuration()).toMatchObject({ type: 'http', url: `${PUBLIC}/mcp` }), {
    timeout: 30_000,
  });
  const [, token] = /MCP .*\(Authorization: Bearer (.*)\)/.exec(printed) ?? [];
  expect(configuration().headers).toEqual({ Authorization: `Bearer ${token}` });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
});
