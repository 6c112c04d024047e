import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { History, HistoryDetails, HistorySession, HistoryStep } from '../src/contract/history.ts';
import { type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const home = new TestHome();
let pages: PageServer;
let server: RunningServer;

const SHOP = `<title>Shop</title><h1>Shop</h1><p id="said">Nothing yet</p>
  <button onclick="said.textContent = 'In the basket'; console.warn('basket is full'); fetch('/basket')">Add</button>
  <input aria-label="Note"><input aria-label="Password" type="password">`;

beforeAll(async () => {
  pages = await servePages({
    '/': SHOP,
    '/basket': 'ok',
    '/next': '<title>Next</title><h1>Next</h1>',
    // About 400 KB of a history.
    '/loud': '<title>Loud</title><script>for (let n = 0; n < 300; n++) console.log(n + " loud".repeat(400))</script>',
  });
  server = await serve(home, SHARED_CHROME);
});
afterAll(async () => {
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

async function ask(path: string, { method = 'GET', token = server.token } = {}): Promise<Response> {
  return fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
}

async function call(session: string, tool: string, input: object = {}): Promise<void> {
  const { body } = await server.post(`/sessions/${session}/tools/${tool}`, input);
  expect(body).toMatchObject({ success: true });
}

async function historyOf(path: string): Promise<History> {
  const response = await ask(`${path}/history`);
  expect(response.status).toBe(200);
  return (await response.json()) as History;
}

// The last step, once the page was looked at after it.
async function looked(path: string, tool: string): Promise<HistoryStep> {
  return vi.waitFor(
    async () => {
      const last = (await historyOf(path)).steps.at(-1);
      expect(last).toMatchObject({ tool });
      expect(last?.look ?? last?.hidden, `a look after ${tool}`).toBeDefined();
      return last as HistoryStep;
    },
    { timeout: 10_000 },
  );
}

async function pictureOf(path: string, number: number): Promise<Response> {
  return ask(`${path}/history/${number}/picture`);
}

test('each step is kept with its picture, the page before and after, its requests and its console', async () => {
  const path = '/sessions/one';
  await call('one', 'browser_navigate', { url: pages.origin });
  const opened = await looked(path, 'browser_navigate');
  expect(opened).toMatchObject({ number: 1, success: true, page: { title: 'Shop' }, look: { hasPicture: true } });
  await call('one', 'browser_click', { selector: 'button' });
  const clicked = await looked(path, 'browser_click');
  const picture = await pictureOf(path, clicked.number);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await picture.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
  const details = (await (await ask(`${path}/history/${clicked.number}`)).json()) as HistoryDetails;
  expect(details.before).toContain('Nothing yet');
  expect(details.after).toContain('In the basket');
  expect(details.console).toMatchObject([{ type: 'warning', text: 'basket is full' }]);
  expect(details.requests.map(({ url }) => url)).toContain(`${pages.origin}/basket`);
});

test('a step has the picture of what it did, also when the next one reads at once', async () => {
  await call('reads', 'browser_navigate', { url: pages.origin });
  await looked('/sessions/reads', 'browser_navigate');
  await call('reads', 'browser_click', { selector: 'button' });
  await call('reads', 'browser_snapshot');
  await vi.waitFor(
    async () => {
      const [, clicked, read] = (await historyOf('/sessions/reads')).steps;
      expect(clicked).toMatchObject({ tool: 'browser_click', look: { hasPicture: true } });
      expect(read).not.toHaveProperty('look');
    },
    { timeout: 10_000 },
  );
});

test('a look changes neither the refs nor the changes that the agent reads', async () => {
  const read = async (session: string, afterEach: (tool: string) => Promise<unknown>) => {
    const step = async (tool: string, input: object = {}) => {
      await call(session, tool, input);
      await afterEach(tool);
    };
    await step('browser_navigate', { url: pages.origin });
    await call(session, 'browser_snapshot');
    await step('browser_evaluate', {
      script: "document.querySelector('button').click(); said.outerHTML += '<a href=#>New</a>'",
    });
    const { body } = await server.post(`/sessions/${session}/tools/browser_snapshot`, { diff: true });
    return (body as { data: { tree: string } }).data.tree;
  };
  const unseen = await read('unseen', async () => {});
  expect(unseen).toContain('In the basket');
  expect(await read('seen', (tool) => looked('/sessions/seen', tool))).toBe(unseen);
});

test('a step that types a secret has neither a picture nor a snapshot, and says so; nothing of it is on the disk', async () => {
  const path = '/sessions/secret';
  await call('secret', 'browser_navigate', { url: pages.origin });
  await call('secret', 'browser_fill', { selector: '[aria-label=Note]', value: 'two apples' });
  expect(await looked(path, 'browser_fill')).toMatchObject({ look: { hasPicture: true } });
  await call('secret', 'browser_fill', { selector: '[type=password]', value: 'correct horse' });
  const filled = await looked(path, 'browser_fill');
  expect(filled.hidden).toBe('secret');
  expect((await pictureOf(path, filled.number)).status).toBe(204);
  // The page still holds the password.
  await call('secret', 'browser_click', { selector: 'button' });
  const clicked = await looked(path, 'browser_click');
  expect(clicked.hidden).toBe('secret');
  expect((await pictureOf(path, clicked.number)).status).toBe(204);
  expect(await (await ask(`${path}/history/${clicked.number}`)).json()).toMatchObject({ before: null, after: null });
  await call('secret', 'browser_navigate', { url: `${pages.origin}/next` });
  expect(await looked(path, 'browser_navigate')).toMatchObject({ look: { hasPicture: true, hasSnapshot: true } });
  const folder = join(home.path, 'data', 'history');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  expect(files.length).toBeGreaterThan(3);
  for (const name of files) expect(readFileSync(join(folder, name), 'latin1'), name).not.toContain('correct horse');
});

test('a private takeover is blank, and so is every step on the page that the person left', async () => {
  const path = '/sessions/private';
  await call('private', 'browser_navigate', { url: pages.origin });
  await looked(path, 'browser_navigate');
  const stream = `${server.url.replace('http', 'ws')}/browser/stream?sessionId=private`;
  const person = await LiveClient.live(stream, server.token ?? '');
  await person.take(true);
  person.send({ type: 'input_paste', text: 'open-sesame-42' });
  await person.giveBack({ outcome: 'done' });
  await person.close();
  const driven = await looked(path, 'person');
  expect(driven).toMatchObject({ hidden: 'private', summary: expect.stringContaining('person') });
  await call('private', 'browser_click', { selector: 'button' });
  const clicked = await looked(path, 'browser_click');
  expect(clicked).toMatchObject({ hidden: 'private' });
  expect(clicked.text).toBeUndefined();
  const nothing = { after: null, requests: [], console: [] };
  for (const { number } of [driven, clicked]) {
    expect((await pictureOf(path, number)).status).toBe(204);
    expect(await (await ask(`${path}/history/${number}`)).json()).toMatchObject(nothing);
  }
  expect(await (await ask(`${path}/history/${clicked.number}`)).json()).toEqual({ before: null, ...nothing });
  await call('private', 'browser_navigate', { url: `${pages.origin}/next` });
  expect(await looked(path, 'browser_navigate')).toMatchObject({ look: { hasPicture: true, hasSnapshot: true } });
});

describe('who may look back', () => {
  async function tokenFor(name: string, more: object = {}): Promise<string> {
    return ((await server.post('/api/tokens', { name, ...more })).body as { token: string }).token;
  }

  test('members at their own sessions, viewers at those that are shared with them, admins at all', async () => {
    const [ann, bob] = [await tokenFor('ann'), await tokenFor('bob')];
    const vic = await tokenFor('vic', { role: 'viewer', sessions: ['ann~shop'] });
    const root = await tokenFor('root', { role: 'admin' });
    await fetch(`${server.url}/sessions/shop/tools/browser_navigate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: pages.origin }),
    });
    await looked('/sessions/ann~shop', 'browser_navigate');
    const table = [
      [ann, '/sessions/shop/history', 200],
      [ann, '/sessions/shop/history/1/picture', 200],
      [ann, '/sessions/ann~shop/history', 200],
      [ann, '/api/sessions/ann~shop/history', 200],
      [ann, '/sessions/one/history', 404],
      [bob, '/sessions/ann~shop/history', 404],
      [bob, '/sessions/ann~shop/history/1/picture', 204],
      [bob, '/members/sessions/ann~shop/history', 403],
      [bob, '/api/sessions/ann~shop/history', 404],
      [bob, '/api/sessions/ann~shop/history/1/picture', 404],
      [vic, '/sessions/ann~shop/history', 200],
      [vic, '/sessions/one/history', 404],
      [vic, '/api/sessions/ann~shop/history', 200],
      [root, '/sessions/ann~shop/history', 200],
      [root, '/api/sessions/ann~shop/history', 200],
      ['nobody', '/sessions/ann~shop/history', 401],
    ] as const;
    for (const [token, path, status] of table) {
      expect((await ask(path, { token })).status, path).toBe(status);
    }
    const names = async (token: string) =>
      ((await (await ask('/history', { token })).json()) as { sessions: HistorySession[] }).sessions.map(
        ({ id }) => id,
      );
    expect(await names(ann)).toEqual(['ann~shop']);
    expect(await names(bob)).toEqual([]);
    expect(await names(vic)).toEqual(['ann~shop']);
    expect(await names(root)).toEqual(expect.arrayContaining(['ann~shop', 'one']));
    expect((await ask('/sessions/ann~shop/history', { method: 'DELETE', token: vic })).status).toBe(403);
    expect((await ask('/sessions/shop/history', { method: 'DELETE', token: ann })).status).toBe(200);
    expect(await names(ann)).toEqual([]);
  });

  test('the history of a session of the workspace goes with it', async () => {
    const { slug } = (await server.post('/api/agents', { name: 'Errands' })).body as { slug: string };
    const { id } = (await server.post(`/api/agents/${slug}/sessions`)).body as { id: string };
    const path = `/api/agents/${slug}/sessions/${id}`;
    await server.post(`${path}/tools/browser_navigate`, { url: pages.origin });
    expect(await looked(path, 'browser_navigate')).toMatchObject({ look: { hasPicture: true } });
    const folder = join(home.path, 'data', 'history');
    const before = readdirSync(folder).length;
    await ask(path, { method: 'DELETE' });
    expect(readdirSync(folder)).toHaveLength(before - 1);
    expect((await ask(`${path}/history`)).status).toBe(404);
  });
});

describe('after the next start', () => {
  beforeAll(async () => {
    await server.stop();
    server = await serve(home, ['--history-session-size', '0', '--history-size', '1']);
  });

  const kept = async () => ((await server.get('/history')).body as { sessions: HistorySession[] }).sessions;

  test('a session that has ended is listed, and its oldest steps make room', async () => {
    expect((await kept()).find(({ id }) => id === 'one')).toMatchObject({ steps: 2, picture: 2 });
    expect((await pictureOf('/sessions/one', 2)).status).toBe(200);
    await call('one', 'browser_navigate', { url: pages.origin });
    await looked('/sessions/one', 'browser_navigate');
    expect((await historyOf('/sessions/one')).steps.map(({ number }) => number)).toEqual([3]);
    expect((await pictureOf('/sessions/one', 2)).status).toBe(204);
  });

  test('the sessions that were not used for longest make room for the others', async () => {
    for (const session of ['older', 'newer', 'newest']) {
      await call(session, 'browser_navigate', { url: `${pages.origin}/loud` });
      expect(await looked(`/sessions/${session}`, 'browser_navigate')).toMatchObject({ look: { logs: 200 } });
    }
    await vi.waitFor(async () => expect((await kept()).map(({ id }) => id)).toEqual(['newest', 'newer']));
    expect((await pictureOf('/sessions/older', 1)).status).toBe(204);
  });
});
