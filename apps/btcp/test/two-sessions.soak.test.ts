import type { ServerResponse } from 'node:http';
import { servePages } from '@btcp/test-support';
import { serveScriptedModel } from 'example-model/scripted-model';
import { expect, test, vi } from 'vitest';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';
import { openWorkspace } from './workspace-page.ts';

type Turn = string | [name: string, args: object][];

const PATIENCE = { timeout: 30_000, interval: 50 };

// Says who is signed in (a cookie), what is in the cart (local storage) and which notes there are (IndexedDB).
const SHOP = `<title>Shop</title><h1>…</h1><script>
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  (async () => {
    const [, add] = location.search.split('add=');
    const opening = indexedDB.open('shop', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('notes');
    const database = await done(opening);
    const notes = () => database.transaction('notes', 'readwrite').objectStore('notes');
    if (add) {
      localStorage.setItem('cart', (localStorage.getItem('cart') ?? '') + add);
      await done(notes().put('note on ' + add, add));
    }
    const who = document.cookie.match(/who=(\\w+)/)?.[1] ?? 'nobody';
    document.querySelector('h1').textContent =
      who + ' | cart: ' + (localStorage.getItem('cart') ?? 'empty') + ' | ' + (await done(notes().getAll()));
  })();
</script>`;

// A shop, a page that is answered when the test says so, and a model that plays a script for each task.
async function start(home: TestHome, environment = {}) {
  const held: ServerResponse[] = [];
  const site = await servePages({
    '/': SHOP,
    '/in': (_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'who=Ada; max-age=9999' }).end(),
    '/out': (_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'who=; max-age=0' }).end(),
    '/hold': (_, response) => held.push(response),
  });
  const tasks = new Map<string, Turn[]>();
  const play = (messages: { role: string; content?: unknown }[]): Turn => {
    const task = JSON.stringify(messages.find(({ role }) => role === 'user')?.content);
    const turns = [...tasks].find(([name]) => task.includes(name))?.[1] ?? [];
    return turns[messages.filter(({ role }) => role === 'assistant').length] ?? 'Done.';
  };
  const model = await serveScriptedModel(Array.from({ length: 500 }, () => play));
  const settings = { OPENAI_BASE_URL: model.baseURL, MODEL: 'scripted', OPENAI_API_KEY: 'none', ...environment };
  return {
    workspace: await Workspace.start(home, settings),
    restart: () => Workspace.start(home, settings),
    go: (path: string): Turn => [['browser_navigate', { url: site.origin + path }]],
    /** Begins a run of a session with this title. */
    async run(workspace: Workspace, agent: string, title: string, turns: Turn[]) {
      tasks.set(title, turns);
      const { body } = await workspace.ask('POST', `/agents/${agent}/sessions`, { title });
      const path = `/agents/${agent}/sessions/${body.id}`;
      const answer = await workspace.ask('POST', `${path}/messages`, { text: title });
      expect(answer.status).toBe(202);
      return { id: body.id as string, path, ended: () => workspace.until(agent, body.id, 'idle', 'failed', 'stopped') };
    },
    async isHeld(count = 1) {
      await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(count), PATIENCE);
    },
    release() {
      for (const response of held.splice(0)) response.end('<title>Held</title>');
    },
    async [Symbol.asyncDispose]() {
      this.release();
      await model.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

// What the shop says in the browser of a session.
async function shopIn(workspace: Workspace, path: string): Promise<string> {
  let said = '';
  await vi.waitFor(async () => {
    const { body } = await workspace.ask('POST', `${path}/tools/browser_snapshot`, {});
    said = /heading "([^"…]+)"/.exec(body.text)?.[1] ?? '';
    expect(said, JSON.stringify(body)).not.toBe('');
  }, PATIENCE);
  return said;
}

const READ: Turn = [['browser_wait_for', { text: 'cart:' }]];

test('two runs of an agent work at once, each signed in, and what they changed is merged', async () => {
  using home = new TestHome();
  await using stage = await start(home);
  const { workspace, go, run } = stage;
  const { body: agent } = await workspace.ask('POST', '/agents', { name: 'Shopper' });
  const first = await run(workspace, agent.slug, 'Long order', [
    go('/in'),
    go('/?add=beans'),
    READ,
    go('/hold'),
    go('/'),
  ]);
  await stage.isHeld();

  const second = await run(workspace, agent.slug, 'Short order', [go('/'), READ, go('/?add=-cups'), READ, go('/out')]);
  expect(await second.ended()).toMatchObject({ run: { state: 'idle' } });
  expect(await shopIn(workspace, second.path)).toBe('nobody | cart: beans-cups | note on -cups,note on beans');
  const { messages } = await workspace.state(second.path);
  expect(JSON.stringify(messages)).not.toContain('"state":"failed"');
  const { body: listed } = (await workspace.server.get('/sessions')) as {
    body: { sessions: { id: string; agent: string }[] };
  };
  expect(listed.sessions.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
  expect(await workspace.state(first.path)).toMatchObject({
    browserActive: true,
    session: { run: { state: 'running' } },
  });
  expect(await workspace.state(second.path)).toMatchObject({ browserActive: true });

  // The long run has its own browser to the end, and does not see what the other one did.
  stage.release();
  expect(await first.ended()).toMatchObject({ run: { state: 'idle' } });
  const third = await run(workspace, agent.slug, 'Third order', [go('/'), READ]);
  expect(await third.ended()).toMatchObject({ run: { state: 'idle' } });
  expect(await shopIn(workspace, third.path)).toBe('nobody | cart: beans-cups | note on -cups,note on beans');

  // The profile keeps it.
  await workspace.stop();
  const again = await stage.restart();
  const fourth = await run(again, agent.slug, 'Fourth order', [go('/in'), READ]);
  await fourth.ended();
  expect(await shopIn(again, fourth.path)).toBe('Ada | cart: beans-cups | note on -cups,note on beans');
  await again.stop();
});

test('a killed server has merged the runs that ended, and nothing of the others', async () => {
  using home = new TestHome();
  await using stage = await start(home);
  const { workspace, go, run } = stage;
  const { body: agent } = await workspace.ask('POST', '/agents', { name: 'Shopper' });
  await run(workspace, agent.slug, 'Long order', [go('/'), READ, go('/hold')]);
  await stage.isHeld();
  const ended = await run(workspace, agent.slug, 'Ended order', [go('/?add=cups'), READ, go('/in')]);
  expect(await ended.ended()).toMatchObject({ run: { state: 'idle' } });
  await run(workspace, agent.slug, 'Killed order', [go('/?add=forks'), READ, go('/out'), go('/hold')]);
  await stage.isHeld(2);
  await workspace.kill();

  const again = await stage.restart();
  const next = await run(again, agent.slug, 'Next order', [go('/'), READ]);
  expect(await next.ended()).toMatchObject({ run: { state: 'idle' } });
  expect(await shopIn(again, next.path)).toBe('Ada | cart: cups | note on cups');
  await again.stop();
});

test('where the browser can be used only once, a run waits for a named session, goes on after it, and can be cancelled', async () => {
  using home = new TestHome();
  await using stage = await start(home);
  const { workspace, go, run } = stage;
  const { body: agent } = await workspace.ask('POST', '/agents', { name: 'Shopper', host: { kind: 'process' } });
  const first = await run(workspace, agent.slug, 'Long order', [go('/?add=beans'), READ, go('/hold')]);
  await stage.isHeld();
  const second = await run(workspace, agent.slug, 'Patient order', [go('/'), READ]);
  const third = await run(workspace, agent.slug, 'Cancelled order', [go('/'), READ]);
  const waits = { run: { state: 'running', waitsFor: { session: first.id, title: 'Long order' } } };
  for (const { path } of [second, third]) {
    await vi.waitFor(async () => expect((await workspace.state(path)).session).toMatchObject(waits), PATIENCE);
  }
  const refused = await workspace.ask('POST', `${second.path}/tools/browser_snapshot`, {});
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'busy' } } });
  expect(refused.body.error.message).toBe('A run of session "Long order" uses the browser of agent "Shopper".');

  await using shown = await openWorkspace(workspace.server, `${third.path}#token=${workspace.server.token}`);
  await shown.see('Waiting for “Long order”, which is using this agent’s browser');
  const waiting = () => shown.page.$$('[aria-label="Waiting for Long order"]');
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), PATIENCE);
  await shown.button('Stop');
  expect(await third.ended()).toMatchObject({ run: { state: 'stopped' } });

  stage.release();
  expect(await first.ended()).toMatchObject({ run: { state: 'idle' } });
  expect(await second.ended()).toMatchObject({ run: { state: 'idle' } });
  expect(await shopIn(workspace, second.path)).toBe('nobody | cart: beans | note on beans');
  expect(JSON.stringify((await workspace.state(second.path)).messages)).not.toContain('"state":"failed"');
  expect(shown.problems).toEqual([]);
  await workspace.stop();
});
