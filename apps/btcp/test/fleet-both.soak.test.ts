import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { TestFleet } from './fleet/test-fleet.ts';
import type { RunningServer } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const PATIENT = { timeout: 60_000, interval: 200 };

const nats = new Nats();
const fleet = new TestFleet(nats);
let both: RunningServer;
let gateway: RunningServer;
let site: PageServer;
beforeAll(async () => {
  await nats.start();
  site = await servePages({ '/': '<title>Shop</title><h1>Shop</h1>' });
  both = await fleet.add('both');
  gateway = await fleet.add('gateway');
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  await site.close();
});

const listed = async (server: RunningServer) =>
  ((await server.get('/sessions')).body as { sessions: { id: string; agent?: string }[] }).sessions;

test("a server that is gateway and worker lists an agent's session once, and so does every other gateway", async () => {
  const workspace = new Workspace(both);
  const { agent, session, path } = await workspace.begin('Shopper');
  const opened = await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
  expect(opened.status).toBe(200);
  expect((await fleet.status()).sessions).toMatchObject([{ session: `${agent}/${session}` }]);
  const asAgents = { id: session, agent, caller: { kind: 'agent' }, page: { url: `${site.origin}/` } };
  await vi.waitFor(async () => expect(await listed(both)).toMatchObject([asAgents]), PATIENT);
  await vi.waitFor(async () => expect(await listed(gateway)).toMatchObject([asAgents]), PATIENT);
  // A picture of it is to be had under both names.
  for (const server of [both, gateway])
    await vi.waitFor(async () => {
      const response = await fetch(`${server.url}/sessions/${encodeURIComponent(`${agent}/${session}`)}/picture`, {
        headers: { authorization: `Bearer ${server.token}` },
      });
      await response.body?.cancel();
      expect(response.status).toBe(200);
    }, PATIENT);
  // A session of another client stays listed by its own name.
  expect((await fleet.call('cart', 'browser_navigate', { url: site.origin })).status).toBe(200);
  for (const server of [both, gateway])
    await vi.waitFor(
      async () => expect((await listed(server)).map(({ id }) => id).sort()).toEqual([session, 'cart'].sort()),
      PATIENT,
    );
  expect((await workspace.ask('POST', `${path}/tools/browser_close`)).status).toBe(200);
  for (const server of [both, gateway])
    await vi.waitFor(
      async () => expect((await listed(server)).filter(({ agent }) => agent !== undefined)).toEqual([]),
      PATIENT,
    );
});
