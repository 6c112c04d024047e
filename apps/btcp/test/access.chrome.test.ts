import { statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { LIVE_CLOSE_CODES } from '@btcp/protocol';
import { servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';
import { openWorkspace } from './workspace-page.ts';

let home: TestHome;
let workspace: Workspace;
beforeAll(async () => {
  home = new TestHome();
  workspace = await Workspace.start(home);
});
afterAll(async () => {
  await workspace.stop();
  home[Symbol.dispose]();
});

const send = (path: string, init: RequestInit = {}) => fetch(workspace.server.url + path, init);
const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });
const signIn = async (given: object) => {
  const response = await send('/api/login', { method: 'POST', body: JSON.stringify(given) });
  return {
    status: response.status,
    headers: response.headers,
    token: ((await response.json()) as { token: string }).token,
  };
};

// How an upgrade is answered, byte for byte what its header holds.
function upgrade(path: string, headers: Record<string, string> = {}, server = workspace.server.url) {
  const request = httpRequest(`${server}${path}`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      ...headers,
    },
  });
  return new Promise<{ status: number | undefined; headers: string; body: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('upgrade', ({ statusCode, rawHeaders }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, headers: rawHeaders.join('\n'), body: '' });
    });
    request.on('response', (response) => {
      let body = '';
      response.on('data', (text) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.rawHeaders.join('\n'), body }));
    });
    request.end();
  });
}

describe('a person who signs in', () => {
  test('does so by a link that works once, stays so after a reload, and no other port learns of it (T2)', async () => {
    const received: string[] = [];
    await using other = await servePages({
      '/': (request, response) => {
        received.push(JSON.stringify(request.headers));
        response.end('<title>Other</title>');
      },
    });
    const { url, open, token } = workspace.server;
    expect(open).toMatch(/\/#code=/);
    await using browser = await openWorkspace(workspace.server, open.slice(url.length));
    const { page, see } = browser;
    await see('Give an agent a browser');
    expect(page.url()).toBe(`${url}/`);
    await page.reload();
    await see('Give an agent a browser');
    // The link again: signed in already.
    await page.goto(`${url}/?again${new URL(open).hash}`);
    await see('Give an agent a browser');
    const login = await page.evaluate(() => localStorage.getItem('btcp-login') ?? '');
    expect((await send('/api/agents', { headers: bearer(login) })).status).toBe(200);
    expect(await signIn({ code: new URL(open).hash.slice('#code='.length) })).toMatchObject({ status: 401 });

    // A page on another port of this host, with all that this browser gives it.
    await page.goto(other.origin);
    const held = await page.evaluate(async (server) => {
      const asked = { method: 'POST', credentials: 'include', body: '{"name":"Mallory"}' } as const;
      const answer = await fetch(`${server}/api/agents`, asked).catch(() => undefined);
      const blind = { mode: 'no-cors', credentials: 'include' } as const;
      await fetch(`${server}/sessions/mallory/state`, blind).catch(() => undefined);
      return { status: answer?.status, cookie: document.cookie, stored: JSON.stringify({ ...localStorage }) };
    }, url);
    expect(held).toEqual({ status: undefined, cookie: '', stored: '{}' });
    expect(received.join()).not.toMatch(new RegExp(`cookie|${login}|${token}`, 'i'));
    expect((await workspace.ask('GET', '/agents')).body).toEqual([]);
    expect((await workspace.server.get('/health')).body).toMatchObject({ sessions: 0 });
  });

  test('gets no cookie, and a token that ends when they sign out, with all that is open (T13)', async () => {
    expect(await signIn({ token: 'wrong' })).toMatchObject({ status: 401 });
    expect(await signIn({})).toMatchObject({ status: 401 });
    const { status, headers, token } = await signIn({ token: workspace.server.token });
    expect({ status, cookie: headers.get('set-cookie'), kept: headers.get('cache-control') }).toEqual({
      status: 200,
      cookie: null,
      kept: 'no-store',
    });
    await using site = await servePages({ '/': '<title>Shop</title>' });
    const { agent, session, path } = await workspace.begin('Leaving');
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
    const renewed = (await (await send('/api/login/renew', { method: 'POST', headers: bearer(token) })).json()) as {
      token: string;
    };
    expect(renewed.token).not.toBe(token);
    const stream = `${workspace.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const socket = new WebSocket(stream, ['btcp.live.v1', `bearer.${renewed.token}`]);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    const events = await send('/api/events', { headers: bearer(renewed.token) });
    const reported = events.text();
    expect((await send('/api/logout', { method: 'POST', headers: bearer(renewed.token) })).status).toBe(204);
    expect([await closed, (await reported).length > 0]).toEqual([LIVE_CLOSE_CODES.revoked, true]);
    for (const ended of [token, renewed.token])
      expect((await send('/api/agents', { headers: bearer(ended) })).status).toBe(401);
    // The server's own token is another thing.
    expect((await workspace.ask('GET', '/agents')).status).toBe(200);
    await workspace.ask('DELETE', `/agents/${agent}`);
  });

  test('leaves nothing that other users of the machine can read', () => {
    const mode = (file: string) => statSync(join(home.path, file)).mode & 0o777;
    expect(mode('data/workspace/workspace.db')).toBe(0o600);
    expect(mode('data/workspace')).toBe(0o700);
    expect(mode('state/token')).toBe(0o600);
  });
});

describe('who has no token', () => {
  test('learns from an upgrade neither which agents there are nor which sessions (T1, T2)', async () => {
    const { agent, session } = await workspace.begin('Secretive');
    const there = `/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const nowhere = '/api/agents/nobody/browser/stream?sessionId=x';
    for (const headers of [{}, { 'sec-websocket-protocol': 'btcp.live.v1, bearer.guess' }, { cookie: 'btcp=1' }]) {
      const [one, other] = [await upgrade(there, headers), await upgrade(nowhere, headers)];
      expect(one).toMatchObject({ status: 401, body: other.body });
      expect(other.status).toBe(401);
      expect(one.body).not.toMatch(/secretive/i);
    }
    for (const headers of [{ host: 'evil.test' }, { host: '127.0.0.1:1' }, { origin: 'http://127.0.0.1:1' }]) {
      for (const path of [there, nowhere, '/browser/stream', '/btcp', '/ws']) {
        const answer = await upgrade(path, { ...headers, ...bearer(workspace.server.token) });
        expect(answer, `${path} ${JSON.stringify(headers)}`).toMatchObject({ status: 403 });
        expect(answer.body).not.toMatch(/secretive/i);
      }
    }
    // With the token, the answer says what is wrong.
    expect(await upgrade(nowhere, bearer(workspace.server.token))).toMatchObject({
      status: 404,
      body: expect.stringContaining('secretive'),
    });
    await workspace.ask('DELETE', `/agents/${agent}`);
  });

  test('is not served by the routes of the broker under another port (T1)', async () => {
    for (const path of ['/btcp/events', '/events', '/btcp/message', '/message']) {
      const headers = { ...bearer(workspace.server.token), host: '127.0.0.1:1' };
      const status = await new Promise((resolve) =>
        httpRequest(
          workspace.server.url + path,
          { headers, method: /message/.test(path) ? 'POST' : 'GET' },
          (response) => resolve(response.destroy().statusCode),
        ).end(),
      );
      expect(status, path).toBe(403);
    }
  });

  test('starts no browser by a picture on another site, also where no token is needed (T2)', async () => {
    using open = new TestHome();
    const server = await serve(open, ['--no-auth']);
    try {
      for (const site of ['cross-site', 'same-site']) {
        for (const path of ['/sessions/a/state', '/sessions/a/events', '/browser/status', '/api/agents']) {
          const response = await fetch(server.url + path, { headers: { 'sec-fetch-site': site } });
          expect(response.status, path).toBe(403);
        }
      }
      expect((await server.get('/health')).body).toMatchObject({ sessions: 0 });
      expect((await fetch(`${server.url}/api/agents`, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(
        200,
      );
    } finally {
      await server.stop();
    }
  });
});

describe('a token', () => {
  test('is repeated by no answer to an upgrade (T13)', async () => {
    const { token } = workspace.server;
    const offered = (names: string) => ({ 'sec-websocket-protocol': names });
    await workspace.server.post('/sessions/shown/tools/browser_snapshot');
    for (const [path, protocol] of [
      ['/browser/stream?sessionId=shown', 'btcp.live.v1'],
      ['/browser/stream?sessionId=shown', 'btcp.plain.v1'],
      ['/btcp', 'btcp.v1'],
    ] as const) {
      const answer = await upgrade(path, offered(`bearer.${token}, ${protocol}`));
      expect(answer).toMatchObject({ status: 101, headers: expect.stringContaining(protocol) });
      expect(answer.headers).not.toContain(token);
      // A page learns through an open socket why it is refused.
      const own = { origin: workspace.server.url };
      const wrong = await upgrade(path, { ...offered(`bearer.wr0ng, ${protocol}`), ...own });
      expect(wrong.headers + wrong.body).not.toContain('wr0ng');
      const alone = await upgrade(path, offered(`bearer.${token}`));
      expect(alone.headers + alone.body).not.toContain(token);
    }
  });

  test('of a link opens one session of one agent, and its address works once (T13)', async () => {
    await using site = await servePages({ '/': '<title>Shop</title>' });
    const { agent, session, path } = await workspace.begin('Linked');
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
    const { body: link } = await workspace.ask('POST', `${path}/links`, { role: 'view' });
    expect(link.url).toContain(`/live#agent=${agent}&session=${session}&code=`);
    expect(link.url).not.toContain(link.token);
    const code = link.url.split('code=')[1];
    const exchange = () => send('/live', { method: 'POST', body: JSON.stringify({ code }) });
    expect(await (await exchange()).json()).toEqual({ token: link.token });
    expect((await exchange()).status).toBe(401);
    const stream = `/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const offered = { 'sec-websocket-protocol': `btcp.live.v1, bearer.${link.token}` };
    expect(await upgrade(stream, offered)).toMatchObject({ status: 101 });
    // Nothing of the server, or of another agent.
    expect(await upgrade(`/browser/stream?sessionId=${session}`, offered)).toMatchObject({ status: 401 });
    expect((await send('/api/agents', { headers: bearer(link.token) })).status).toBe(401);
    // A ticket of an agent's session.
    const { body: made } = await workspace.ask('POST', `${path}/tickets`, { role: 'view' });
    expect(made).toMatchObject({ role: 'view', stream: workspace.server.url.replace('http', 'ws') + stream });
    const ticket = { 'sec-websocket-protocol': `btcp.live.v1, bearer.${made.ticket}` };
    expect(await upgrade(stream, ticket)).toMatchObject({ status: 101 });
    expect(await upgrade(stream, ticket)).toMatchObject({ status: 401 });
    await workspace.ask('DELETE', `/agents/${agent}`);
  });

  test('in an address is in no recording (T12)', async () => {
    await using site = await servePages({ '/': '<title>Shop</title>' });
    const { agent, path } = await workspace.begin('Recorded');
    const url = `${site.origin}/?token=c4n4ry-t0ken&page=2#access_token=c4n4ry-t0ken`;
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url });
    await workspace.ask('POST', `${path}/tools/browser_tabs`, { action: 'new', url });
    for (const format of ['json', 'btcp', 'playwright', 'puppeteer']) {
      const { body } = await workspace.ask('GET', `${path}/recording?format=${format}`);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(text).toContain('page=2');
      expect(text).not.toContain('c4n4ry');
    }
    await workspace.ask('DELETE', `/agents/${agent}`);
  });
});

test('a server with another state, but the same data, says who has the workspace', async () => {
  using home = new TestHome();
  const first = await Workspace.start(home);
  const second = await Workspace.start(home, { BTCP_STATE: join(home.path, 'other') });
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
