import { request } from 'node:http';
import { tokenAccess } from '@btcp/broker';
import { type RunningBroker, startBroker } from '@btcp/test-support';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { agentOf, ask, callTool, clientOf, TRANSPORTS } from './clients.ts';

const title = { name: 'get_page_title', description: 'The title of the page', handler: () => 'Shop' };
const bearer = (token: string) => ({ auth: { type: 'bearer' as const, token } });
const authenticate = tokenAccess([
  { token: 'page-token', role: 'page' },
  { token: 'agent-token', role: 'agent' },
  { token: 'other/token=+', owner: 'somebody else' },
]);

describe.each(TRANSPORTS)('tokens over %s', (transport) => {
  test('the right ones let pages and agents in', async () => {
    await using running = await startBroker({ authenticate });
    const page = clientOf(running, transport, bearer('page-token'));
    const agent = agentOf(running, transport, bearer('agent-token'));
    page.registerTool(title);
    await page.connect();
    await agent.connect();
    expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
    page.destroy();
    agent.destroy();
  });

  test.each([{}, bearer('wrong'), bearer('')])('%j does not', async (options) => {
    await using running = await startBroker({ authenticate });
    await expect(clientOf(running, transport, options).connect()).rejects.toThrow();
    expect(running.broker.pages()).toEqual([]);
  });

  test('a token for pages is none for agents, and the other way round', async () => {
    await using running = await startBroker({ authenticate });
    await expect(agentOf(running, transport, bearer('page-token')).connect()).rejects.toMatchObject({
      btcpCode: 'UNAUTHORIZED',
    });
    await expect(clientOf(running, transport, bearer('agent-token')).connect()).rejects.toMatchObject({
      btcpCode: 'UNAUTHORIZED',
    });
    expect(running.broker.pages()).toEqual([]);
  });

  test('pages of another owner cannot be seen, joined or called', async () => {
    await using running = await startBroker({ authenticate });
    const page = clientOf(running, transport, bearer('page-token'));
    page.registerTool(title);
    await page.connect();
    const sessionId = running.broker.pages()[0]?.sessionId;
    const stranger = agentOf(running, transport, bearer('other/token=+'));
    await stranger.connect();
    expect(await ask(stranger, 'session/list')).toEqual({ sessions: [] });
    for (const [method, params] of [
      ['session/join', { sessionId }],
      ['session/info', { sessionId }],
      ['tools/list', { sessionId }],
      ['tools/call', { sessionId, name: 'get_page_title' }],
      ['tools/call', { name: 'get_page_title' }],
      ['capabilities/list', { sessionId }],
    ] as const)
      expect(await ask(stranger, method, params)).toMatchObject({ data: { btcpCode: 'SESSION_NOT_FOUND' } });
    page.destroy();
    stranger.destroy();
  });
});

test('session ids and tokens are minted and hard to guess', async () => {
  await using running = await startBroker();
  const pages = Array.from({ length: 20 }, () => clientOf(running, 'websocket'));
  await Promise.all(pages.map((page) => page.connect()));
  const ids = running.broker.pages().map(({ sessionId }) => sessionId);
  expect(new Set(ids).size).toBe(20);
  for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(16);
  for (const page of pages) page.destroy();
});

// The status with which the broker meets a request with these headers, by each of its doors.
async function statusesOf(running: RunningBroker, headers: Record<string, string>): Promise<number[]> {
  const http = (method: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      const own = { 'content-type': 'application/json', ...headers };
      const sent = request({ host: '127.0.0.1', port: running.port, method, path, headers: own }, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? '{}' : undefined);
    });
  const upgrade = new Promise<number>((resolve) => {
    const socket = new WebSocket(`${running.webSocket}/btcp`, { headers });
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
  return Promise.all([
    http('GET', '/btcp/events'),
    http('GET', '/events'),
    http('POST', '/btcp/message'),
    http('POST', '/message'),
    upgrade,
  ]);
}

const REFUSED = [403, 403, 403, 403, 403];
const ADMITTED = [200, 200, 404, 404, 101];

describe('where requests come from', () => {
  test.each([
    'evil.test',
    '127.0.0.1.evil.test',
    'localhost.evil.test:80',
    '0.0.0.0',
    '[::2]',
    '127.0.0.1:bad',
    'user@127.0.0.1',
  ])('the host %s is refused at every door', async (host) => {
    await using running = await startBroker();
    expect(await statusesOf(running, { host })).toEqual(REFUSED);
  });

  test.each(['localhost', 'localhost:4700', '[::1]:4700'])('the host %s is served', async (host) => {
    await using running = await startBroker();
    expect(await statusesOf(running, { host })).toEqual(ADMITTED);
  });

  test.each([
    'https://evil.test',
    'http://localhost:9999',
    'http://127.0.0.1',
    'http://app.example:8081',
    'https://app.example:8080',
    'http://app.example:8080.evil.test',
    'null',
    'file://',
    'chrome-extension://abc',
  ])('pages of %s are refused at every door', async (origin) => {
    await using running = await startBroker({ allowedOrigins: ['http://app.example:8080'] });
    expect(await statusesOf(running, { origin })).toEqual(REFUSED);
  });

  test('pages of an allowed origin and of the server itself are admitted, and may read the answers', async () => {
    await using running = await startBroker({ allowedOrigins: ['http://app.example:8080'] });
    for (const origin of ['http://app.example:8080', running.http])
      expect(await statusesOf(running, { origin })).toEqual(ADMITTED);
    const preflight = await fetch(`${running.http}/btcp/message`, {
      method: 'OPTIONS',
      headers: { origin: 'http://app.example:8080' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://app.example:8080');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  test('with * every website is admitted, but no file and no sandboxed frame', async () => {
    await using running = await startBroker({ allowedOrigins: ['*'] });
    expect(await statusesOf(running, { origin: 'https://any.example' })).toEqual(ADMITTED);
    expect(await statusesOf(running, { origin: 'null' })).toEqual(REFUSED);
  });

  test('a form of another site cannot post: the content type must be JSON', async () => {
    await using running = await startBroker();
    const response = await fetch(`${running.http}/btcp/message`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(415);
  });

  test.each(['//', 'http://[', '/btcp/%zz', '*'])('the path %j does not end the server', async (path) => {
    await using running = await startBroker();
    for (const headers of [{}, { connection: 'Upgrade', upgrade: 'websocket' }]) {
      const ended = new Promise((resolve) => {
        const sent = request({ host: '127.0.0.1', port: running.port, method: 'GET', path, headers });
        sent.on('response', (response) => resolve(response.destroy())).on('error', resolve);
        sent.end();
      });
      await ended;
    }
    expect((await fetch(`${running.http}/btcp/message`, { method: 'POST' })).status).toBe(415);
  });

  test('other paths are not the broker’s', async () => {
    await using running = await startBroker();
    expect((await fetch(`${running.http}/sessions`)).status).toBe(404);
    expect((await fetch(`${running.http}/btcp/events`, { method: 'DELETE' })).status).toBe(405);
  });
});
