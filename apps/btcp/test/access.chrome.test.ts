import { statSync } from 'node:fs';
import { join } from 'node:path';
import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

test('the token in the address becomes a cookie that only pages of this server can use', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title>' });
  const workspace = await Workspace.start(home);
  const { url, token } = workspace.server;
  try {
    const send = (path: string, init: RequestInit = {}) => fetch(url + path, init);
    expect((await send('/api/agents')).status).toBe(401);
    expect((await send('/')).status).toBe(200);
    const login = (given: string | null) =>
      send('/api/login', { method: 'POST', body: JSON.stringify({ token: given }) });
    expect((await login('wrong')).status).toBe(401);
    const answer = await login(token);
    expect(answer.status).toBe(204);
    const set = answer.headers.get('set-cookie') ?? '';
    expect(set).toMatch(/; HttpOnly; SameSite=Strict; Path=\//);
    expect(set).not.toContain(token);
    const cookie = set.split(';')[0] ?? '';

    expect((await send('/api/agents', { headers: { cookie } })).status).toBe(200);
    const create = (headers: Record<string, string>) =>
      send('/api/agents', { method: 'POST', headers: { cookie, ...headers }, body: '{"name":"Cookie"}' });
    expect((await create({})).status).toBe(403);
    expect((await create({ origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect((await create({ origin: url })).status).toBe(201);
    expect((await send('/api/agents', { headers: { cookie: 'btcp=forged' } })).status).toBe(401);
    expect((await send('/mcp', { method: 'POST', headers: { cookie }, body: '{}' })).status).toBe(403);

    const { body: session } = await workspace.ask('POST', '/agents/cookie/sessions', {});
    const path = `/agents/cookie/sessions/${session.id}`;
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
    const stream = `${url.replace('http', 'ws')}/api/agents/cookie/browser/stream?sessionId=${session.id}`;
    const status = (headers: Record<string, string>, protocols: string[] = []) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(stream, protocols, { headers });
        socket.once('open', () => {
          socket.close();
          resolve(101);
        });
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        socket.once('error', () => {});
      });
    expect(await status({})).toBe(401);
    expect(await status({ cookie })).toBe(401);
    expect(await status({ cookie, origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await status({ cookie, origin: url })).toBe(101);
    const { body: link } = await workspace.ask('POST', `${path}/links`, { role: 'view' });
    expect(link.url).toContain(`/live#agent=cookie&session=${session.id}&token=`);
    expect(await status({}, [`bearer.${link.token}`])).toBe(101);
    // A link to a session of one agent opens nothing of the server or of another agent.
    const elsewhere = new WebSocket(`${url.replace('http', 'ws')}/browser/stream?sessionId=${session.id}`, [
      `bearer.${link.token}`,
    ]);
    const refused = new Promise((resolve) =>
      elsewhere.once('unexpected-response', (_request, response) => resolve(response.statusCode)),
    );
    elsewhere.once('error', () => {});
    expect(await refused).toBe(401);

    const mode = (file: string) => statSync(join(home.path, file)).mode & 0o777;
    expect(mode('data/workspace/workspace.db')).toBe(0o600);
    expect(mode('data/workspace')).toBe(0o700);
    expect(mode('state/token')).toBe(0o600);
  } finally {
    await workspace.stop();
  }
});

test('a second server of the same user says who has the workspace', async () => {
  using home = new TestHome();
  const first = await Workspace.start(home);
  const second = await Workspace.start(home);
  try {
    expect(await first.ask('GET', '/agents')).toMatchObject({ status: 200 });
    expect(await second.ask('GET', '/agents')).toMatchObject({
      status: 429,
      body: { error: { message: expect.stringContaining(`process ${first.server.process.pid}`) } },
    });
    await first.stop();
    expect(await second.ask('GET', '/agents')).toMatchObject({ status: 200 });
  } finally {
    await second.stop();
  }
});
