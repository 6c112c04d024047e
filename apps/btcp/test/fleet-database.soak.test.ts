import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { TestFleet } from './fleet/test-fleet.ts';
import { HeldModel } from './postgres/held-model.ts';
import { TestPostgres } from './postgres/test-postgres.ts';
import { Workspace } from './workspace-client.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const DATABASE = 'fleet';

const nats = new Nats();
const postgres = new TestPostgres();
const fleet = new TestFleet(nats);
let model: HeldModel;
let site: PageServer;
let one: Workspace;
let other: Workspace;
beforeAll(async () => {
  await Promise.all([nats.start(), postgres.start()]);
  postgres.create(DATABASE);
  model = await HeldModel.start();
  site = await servePages({ '/': '<title>Shop</title><h1>Shop</h1>' });
  const environment = { BTCP_DATABASE: postgres.url(DATABASE), ...model.environment };
  one = new Workspace(await fleet.add('gateway', [], nats.url, environment));
  other = new Workspace(await fleet.add('gateway', [], nats.url, environment));
  await fleet.add('worker');
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await model[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  await site.close();
});

const listed = async ({ server }: Workspace) =>
  ((await server.get('/sessions')).body as { sessions: object[] }).sessions;
const call = (workspace: Workspace, path: string, tool: string, input: object = {}) =>
  workspace.ask('POST', `${path}/tools/${tool}`, input);

test("an agent's session is seen and continued at both gateways, by its people, its browser and its links", async () => {
  const { agent, session, path } = await one.begin('Shopper');
  expect((await other.ask('GET', '/agents')).body).toMatchObject([{ slug: agent }]);
  expect((await call(one, path, 'browser_navigate', { url: site.origin })).status).toBe(200);
  for (const workspace of [one, other])
    await vi.waitFor(
      async () => expect(await listed(workspace)).toMatchObject([{ id: session, agent, page: { title: 'Shop' } }]),
      PATIENT,
    );
  // The same browser, asked at the other gateway.
  const script = 'document.title = "Cart"';
  expect((await call(other, path, 'browser_evaluate', { script })).status).toBe(200);
  expect((await call(one, path, 'browser_snapshot')).body.page).toMatchObject({ title: 'Cart' });
  expect((await fleet.status()).sessions).toHaveLength(1);

  const [atOne, atOther] = [await one.events(path), await other.events(path)];
  for (const [workspace, text] of [
    [one, 'Look for shoes.'],
    [other, 'And for a hat.'],
  ] as const) {
    expect((await workspace.ask('POST', `${path}/messages`, { text })).status).toBe(202);
    await vi.waitFor(() => expect(model.asked.at(-1)).toContain(text), PATIENT);
    for (const each of [one, other]) await each.until(agent, session, 'idle');
  }
  const messages = async (workspace: Workspace) => (await workspace.state(path)).messages.map(({ id }) => id);
  expect(await messages(one)).toHaveLength(4);
  expect(await messages(other)).toEqual(await messages(one));
  for (const events of [atOne, atOther]) {
    await events.next('message', ({ message }) => JSON.stringify(message).includes('And for a hat.'));
    events.close();
  }

  const { url, token } = (await one.ask('POST', `${path}/links`, { role: 'control' })).body;
  const code = new URL(url).hash.split('code=')[1];
  const exchanged = await other.server.post('/live', { code });
  expect(exchanged).toMatchObject({ status: 200, body: { token } });
  expect((await one.server.post('/live', { code })).status).toBe(401);
  const stream = `${other.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
  const viewer = await LiveClient.live(stream, token);
  await viewer.until(() => viewer.frames.length > 0);
  await viewer.close();
  const { agent: stranger } = await one.begin('Stranger');
  const wrong = LiveClient.live(stream.replace(`/agents/${agent}/`, `/agents/${stranger}/`), token);
  await expect(wrong, 'a link of another agent').rejects.toThrow('HTTP 401');

  await fleet.end(one.server, 'SIGKILL');
  expect((await call(other, path, 'browser_snapshot')).body.page).toMatchObject({ title: 'Cart' });
  expect((await other.state(path)).messages).toHaveLength(4);
});
