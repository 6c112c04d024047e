import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bus } from '@btcp/fleet';
import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { serveScriptedModel } from 'example-model/scripted-model';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { History } from '../src/contract/history.ts';
import { Nats } from './fleet/nats.ts';
import { metricOf, TestFleet } from './fleet/test-fleet.ts';
import { MAIN, type RunningServer } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = `<title>Shop</title><h1>Shop</h1><script>document.cookie ||= 'login=ann';
  document.body.append('signed in as ' + document.cookie)</script>`;

const nats = new Nats();
let site: PageServer;
beforeAll(async () => {
  await nats.start();
  site = await servePages({ '/': PAGE });
});
afterAll(async () => {
  await nats[Symbol.asyncDispose]();
  await site.close();
});

/** This program installed under another version. */
function installAs(version: string): { main: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-other-version-'));
  const from = dirname(dirname(MAIN));
  for (const part of ['bin', 'dist/bundle']) cpSync(join(from, part), join(folder, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    main: join(folder, 'bin/btcp.js'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

test('two versions run side by side: gateways and workers are replaced one by one, and no call fails', async () => {
  using next = installAs('99.0.0');
  await using fleet = new TestFleet(nats);
  const addNext = (role: string) => fleet.add(role, [], nats.url, {}, next.main);
  const before = await fleet.add('gateway');
  const oldWorker = await fleet.add('worker');
  expect((await fleet.call('a', 'browser_navigate', { url: site.origin })).status).toBe(200);

  const [after, newWorker] = await Promise.all([addNext('gateway'), addNext('worker')]);
  await vi.waitFor(async () => {
    const { workers } = (await after.get('/fleet')).body as { workers: { version: string }[] };
    expect(workers.map(({ version }) => version)).toEqual(expect.arrayContaining(['99.0.0']));
    expect(workers).toHaveLength(2);
  }, PATIENT);
  // Each version serves what the other has.
  const read = (gateway: RunningServer) => gateway.post('/sessions/a/tools/browser_snapshot');
  expect((await read(after)).status).toBe(200);

  const { workers } = await fleet.status();
  const id = workers.find(({ url }) => url === oldWorker.url)?.id;
  let isEnded = false;
  const ended = oldWorker.ended.finally(() => (isEnded = true));
  expect((await after.post(`/fleet/workers/${id}/drain`)).status).toBe(200);
  const answers: number[] = [];
  while (!isEnded) for (const gateway of [before, after]) answers.push((await read(gateway)).status);
  expect(await ended).toBe(0);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect((await fleet.ownerOf('a')).url).toBe(newWorker.url);
  const { body } = await read(before);
  expect((body as { text: string }).text).toContain('signed in as login=ann');

  await fleet.end(before);
  expect((await read(after)).status).toBe(200);
});

/** The lease of a worker that speaks only a protocol to come. */
async function announceNewer(): Promise<AsyncDisposable> {
  const bus = await Bus.connect({ servers: nats.url, name: 'worker of tomorrow' });
  const protocols = { oldest: 98, newest: 99 };
  const record = { url: 'http://127.0.0.1:9', slots: 9, open: 0, labels: {}, version: '199.0.0', protocols };
  const renew = () => bus.workers.put('tomorrow', { ...record, state: 'ready' });
  await renew();
  const renewing = setInterval(() => void renew(), bus.leaseTtl / 6);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(renewing);
      await bus.close();
    },
  };
}

test('a worker of a version that speaks another protocol gets no session', async () => {
  await using fleet = new TestFleet(nats);
  const gateway = await fleet.add('gateway');
  const worker = await fleet.add('worker', ['--max-sessions', '1']);
  expect((await fleet.call('first', 'browser_navigate', { url: site.origin })).status).toBe(200);
  await using _ = await announceNewer();
  await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
  const refused = await gateway.post('/sessions/second/tools/browser_snapshot');
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'busy' } } });
  expect((await fleet.ownerOf('first')).url).toBe(worker.url);
});

test('a worker is killed while a person drives in the workspace: the person learns it, the session comes back, the agent goes on', async () => {
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_request_user', { message: 'Please look at the shop', purpose: 'other' }]],
    [['browser_snapshot', {}]],
    'I have seen it.',
  ]);
  await using fleet = new TestFleet(nats);
  const gateway = await fleet.add('gateway', [], nats.url, {
    ...{ OPENAI_BASE_URL: model.baseURL, MODEL: 'scripted', OPENAI_API_KEY: 'none' },
  });
  await Promise.all([fleet.add('worker'), fleet.add('worker')]);
  try {
    const workspace = new Workspace(gateway);
    const { agent, session, path } = await workspace.begin('Shopper');
    const events = await workspace.events(path);
    await workspace.ask('POST', `${path}/messages`, { text: 'Look at the shop' });
    await events.next('run', ({ run }) => run.state === 'waiting');
    const stream = `${gateway.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const person = await LiveClient.live(stream, gateway.token ?? '');
    await person.take();
    const owner = await fleet.ownerOf(`${agent}/${session}`);
    await vi.waitFor(
      async () => expect(await metricOf(owner, 'btcp_fleet_checkpoints_total')).toBeGreaterThan(0),
      PATIENT,
    );
    await fleet.end(owner, 'SIGKILL');

    await person.closed;
    await events.next('browser_active', ({ active }) => !active);
    await workspace.until(agent, session, 'idle');
    const { messages } = await workspace.state(path);
    expect(messages.at(-1)?.parts).toMatchObject([
      { name: 'browser_navigate', state: 'done' },
      { name: 'browser_request_user', state: 'failed', error: { code: 'browser_lost' } },
      { name: 'browser_snapshot', state: 'done', text: expect.stringContaining('restored after the browser was lost') },
      { type: 'text', text: 'I have seen it.' },
    ]);
    // The worker looks at the page, and the gateway keeps what it saw.
    await vi.waitFor(async () => {
      const { steps } = (await workspace.ask('GET', `${path}/history`)).body as History;
      expect(steps.map(({ tool }) => tool)).toContain('browser_snapshot');
      expect(steps.findLast(({ look }) => look)).toMatchObject({ look: { hasPicture: true, hasSnapshot: true } });
    }, PATIENT);
    // The person finds the browser where it was.
    const again = await LiveClient.live(stream, gateway.token ?? '');
    await again.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Shop'));
    await again.until(() => again.frames.length > 0);
    await again.close();
    events.close();
  } finally {
    await model.close();
  }
});
