import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';
import { Events } from './workspace-client.ts';

const home = new TestHome();
const tokens: Record<string, string> = {};
let pages: PageServer;
let server: RunningServer;

beforeAll(async () => {
  keepOldWorkspace();
  pages = await servePages({ '/': '<title>Shop</title><h1>Basket of ann</h1>' });
  server = await serve(home, SHARED_CHROME);
  tokens.owner = String(server.token);
  for (const name of ['ann', 'bob']) tokens[name] = await create({ name });
  tokens.vic = await create({ name: 'vic', role: 'viewer', sessions: ['ann~shop'] });
  tokens.root = await create({ name: 'root', role: 'admin' });
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

// A workspace as versions before this one stored it.
function keepOldWorkspace(): void {
  const folder = join(home.path, 'data', 'workspace');
  mkdirSync(folder, { recursive: true });
  const { Database } = createRequire(import.meta.url)('node-sqlite3-wasm');
  const database = new Database(join(folder, 'workspace.db'));
  database.exec(`
    CREATE TABLE agents (slug TEXT PRIMARY KEY, created INTEGER, body TEXT);
    CREATE TABLE sessions (agent TEXT, id TEXT, created INTEGER, updated INTEGER, title TEXT, run TEXT, usage TEXT, PRIMARY KEY (agent, id));
    INSERT INTO agents VALUES ('old', 1, '{"slug":"old","name":"Old agent","created":1,"host":{"kind":"local"}}');
    INSERT INTO sessions VALUES ('old', 'first', 1, 1, 'Old session', '{"state":"idle"}', '{"input":0,"output":0,"cached":0}');
  `);
  database.close();
}

async function create(token: object): Promise<string> {
  return (await ask('owner', 'POST', '/tokens', token)).body.token;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are of every shape
async function ask(who: string, method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[who] ?? who}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
}

// The paths of a new agent and of a session of it.
async function begin(who: string, name: string): Promise<{ agent: string; session: string; id: string }> {
  const { body } = await ask(who, 'POST', '/agents', { name });
  const agent = `/agents/${body.slug}`;
  const { id } = (await ask(who, 'POST', `${agent}/sessions`, { title: `Errand of ${name}` })).body;
  return { agent, session: `${agent}/sessions/${id}`, id };
}

const events = (who: string, path: string) =>
  Events.open(`${server.url}/api${path}`, { authorization: `Bearer ${tokens[who]}` });

const slugs = async (who: string) => (await ask(who, 'GET', '/agents')).body.map(({ slug }: { slug: string }) => slug);

describe('a second person sees nothing of the first', () => {
  test('in lists, by guessed address, and in streams of events', async () => {
    const heard = await events('bob', '/events');
    const { agent, session } = await begin('ann', 'Private');
    expect(agent).toBe('/agents/ann~private');
    for (const path of [agent, session])
      await ask('ann', 'PATCH', path, { name: 'Private', title: 'Errand of Private' });
    for (const path of [`${session}/events`, `${session}/files/x.png`, `${session}/recording`, `${agent}/sessions`]) {
      const { status, body } = await ask('bob', 'GET', path);
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain('Errand');
    }
    // The same answer as for an agent that nobody has.
    const answers = [await ask('bob', 'DELETE', agent), await ask('bob', 'DELETE', '/agents/ann~nothing')];
    const [one, other] = answers.map(({ status, body }) => [status, body.error.message.replace(/~\w+/, '')]);
    expect(one).toEqual(other);
    await begin('bob', 'Marker');
    await heard.next('sessions', ({ agent }) => agent === 'bob~marker');
    heard.close();
    expect(JSON.stringify(heard.all)).not.toMatch(/Private|ann|Old/);
    expect(await slugs('bob')).toEqual(['bob~marker']);
    expect(await slugs('ann')).toEqual(['ann~private']);
  });

  test('what was there before belongs to the operator; admins see everything', async () => {
    for (const who of ['owner', 'root']) expect(await slugs(who)).toContain('old');
    expect((await ask('owner', 'GET', '/agents/old/sessions')).body).toMatchObject([{ title: 'Old session' }]);
    expect((await ask('ann', 'GET', '/agents/old/sessions')).status).toBe(404);
    expect(await slugs('root')).toContain('ann~private');
  });

  test('members have agents with a browser of this server only, and viewers have none', async () => {
    const host = { kind: 'remote', url: 'http://127.0.0.1:1' };
    expect((await ask('ann', 'POST', '/agents', { name: 'Far', host })).body.error.message).toContain('in this server');
    expect((await ask('vic', 'POST', '/agents', { name: 'Mine' })).status).toBe(403);
  });
});

describe('a session is shared', () => {
  let shared: Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    shared = await begin('ann', 'Shared');
    await ask('ann', 'POST', `${shared.agent}/sessions`, { title: 'Other errand' });
    const opened = await ask('ann', 'POST', `${shared.session}/tools/browser_navigate`, { url: pages.origin });
    expect(opened.status).toBe(200);
  });
  const share = (who: string, role: string) => ask('ann', 'PUT', `${shared.session}/shares/${who}`, { role });
  const read = (who: string) => ask(who, 'POST', `${shared.session}/tools/browser_snapshot`, {});

  test('to watch: the person sees that session, its recording and its live view, and cannot act', async () => {
    expect((await share('bob', 'watch')).body.shares).toEqual([{ person: 'bob', role: 'watch' }]);
    expect(await slugs('bob')).toContain('ann~shared');
    expect((await ask('bob', 'GET', `${shared.agent}/sessions`)).body).toMatchObject([
      { title: 'Errand of Shared', right: 'watch' },
    ]);
    expect(JSON.stringify((await ask('bob', 'GET', `${shared.session}/recording`)).body)).toContain('browser_navigate');
    expect(await role('bob')).toBe('view');
    const refused = await read('bob');
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'This session is shared with bob to watch, not to drive.',
    ]);
    expect((await ask('bob', 'GET', `${shared.agent}/states`)).status).toBe(404);
  });

  test('to drive: the person acts in it too, a viewer still watches', async () => {
    await share('bob', 'drive');
    expect((await read('bob')).body.text).toContain('Basket of ann');
    expect(await role('bob')).toBe('control');
    expect((await ask('bob', 'DELETE', shared.session)).status).toBe(403);
    await share('vic', 'drive');
    expect((await read('vic')).status).toBe(403);
    expect(await role('vic')).toBe('view');
  });

  test('no more: streams end, and nothing of it is left', async () => {
    const heard = await events('bob', `${shared.session}/events?workspace`);
    await heard.next('state');
    expect((await ask('ann', 'DELETE', `${shared.session}/shares/bob`)).status).toBe(200);
    await heard.ended;
    expect((await read('bob')).status).toBe(404);
    expect(await slugs('bob')).not.toContain('ann~shared');
    expect((await ask('ann', 'DELETE', `${shared.session}/shares/bob`)).status).toBe(404);
  });

  test('not with its owner, and not by somebody else', async () => {
    expect((await share('ann', 'watch')).status).toBe(400);
    expect((await share('bob', 'rule')).body.error.hint).toBe('Give watch or drive.');
    expect((await ask('bob', 'PUT', `${shared.session}/shares/bob`, { role: 'drive' })).status).toBe(404);
  });

  // What a live view may do, as its first message reports.
  function role(who: string): Promise<string> {
    const address = `${server.url.replace('http', 'ws')}/api${shared.agent}/browser/stream?sessionId=${shared.id}`;
    const socket = new WebSocket(address, ['btcp.live.v1', `bearer.${tokens[who]}`]);
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('message', (data) => {
        socket.close();
        resolve(JSON.parse(String(data)).role);
      });
    });
  }
});

describe('the workspace signs in with a token of the team', () => {
  test('as that person, until the token is revoked', async () => {
    const token = await create({ name: 'zoe' });
    const login = (await ask('', 'POST', '/login', { token })).body.token;
    expect((await ask(login, 'GET', '/config')).body).toMatchObject({
      user: { name: 'zoe', role: 'member' },
      connected: [],
    });
    expect((await ask(login, 'PUT', '/settings', { stepLimit: 5 })).status).toBe(403);
    const renewed = (await ask(login, 'POST', '/login/renew', {})).body.token;
    expect((await ask(renewed, 'GET', '/agents')).body).toEqual([]);
    await btcp(home, ['token', 'revoke', 'zoe']);
    expect((await ask(renewed, 'GET', '/agents')).status).toBe(401);
    expect((await ask('', 'POST', '/login', { token })).status).toBe(401);
  });

  test('and signs out', async () => {
    const login = (await ask('', 'POST', '/login', { token: tokens.ann })).body.token;
    expect((await ask(login, 'POST', '/logout')).status).toBe(204);
    expect((await ask(login, 'GET', '/agents')).status).toBe(401);
    expect((await ask('ann', 'GET', '/agents')).status).toBe(200);
  });
});

describe('tokens in the workspace', () => {
  test('an admin creates one with limits, sees when it was used, and revokes it', async () => {
    const made = await ask('root', 'POST', '/tokens', { name: 'kim', tools: ['safe'], days: 3 });
    expect(made).toMatchObject({ status: 201, body: { name: 'kim', role: 'member', scope: { tools: ['safe'] } } });
    const { id, token } = made.body;
    const response = await fetch(`${server.url}/sessions/x/files`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await vi.waitFor(async () => {
      const { tokens: all } = (await ask('owner', 'GET', '/tokens')).body;
      expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({ lastUsed: expect.any(Number) });
      expect(JSON.stringify(all)).not.toContain(token);
    }, 20_000);
    expect((await ask('root', 'DELETE', `/tokens/${id}`)).status).toBe(204);
    expect((await ask('root', 'DELETE', `/tokens/${id}`)).status).toBe(404);
  });

  test('members see and revoke their own, and create none', async () => {
    const own = (await ask('ann', 'GET', '/tokens')).body.tokens;
    expect(own.map(({ name }: { name: string }) => name)).toEqual(['ann']);
    expect((await ask('ann', 'POST', '/tokens', { name: 'ann' })).status).toBe(403);
    const [bobs] = (await ask('bob', 'GET', '/tokens')).body.tokens;
    expect((await ask('ann', 'DELETE', `/tokens/${bobs.id}`)).status).toBe(404);
  });

  test('what cannot be is rejected with what to do', async () => {
    const wrong = async (body: object) => (await ask('root', 'POST', '/tokens', body)).body.error.message;
    expect(await wrong({ name: 'Kim Lee' })).toBe('"Kim Lee" cannot be the name of a person here.');
    expect(await wrong({ name: 'kim', role: 'boss' })).toBe('role is "boss".');
    expect(await wrong({ name: 'kim', tools: ['browser_fly'] })).toContain('browser_fly');
    expect(await wrong({ name: 'kim', hosts: 'all' })).toBe('hosts must be a list of names.');
    expect(await wrong({ name: 'kim', days: -1 })).toBe('days is -1.');
  });
});
