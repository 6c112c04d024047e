import { fileURLToPath } from 'node:url';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats, NatsCluster } from './fleet/nats.ts';
import { type Answer, metricOf, TestFleet } from './fleet/test-fleet.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const OTHER_CLOCK = fileURLToPath(new URL('fleet/other-clock.mjs', import.meta.url));
const TWO_HOURS_MS = 2 * 60 * 60_000;
const STORE_BYTES = 300_000;

let site: PageServer;
beforeAll(async () => {
  site = await servePages({
    '/': '<title>Shop</title><h1>Shop</h1>',
  });
});
afterAll(() => site.close());

const KEEP = { script: 'window.kept = "the same"' };
const KEPT = { script: 'window.kept' };
// What a call may be answered with while something fails: done, not begun, or nobody knows.
const DEFINITE = ['ok', 'busy', 'browser_lost'];
const answerOf = ({ body }: Answer) => body.error?.code ?? 'ok';

// Calls until the session goes on; returns what was answered meanwhile.
async function untilServed(fleet: TestFleet, session: string): Promise<string[]> {
  const answers: string[] = [];
  await vi.waitFor(async () => {
    answers.push(answerOf(await fleet.call(session, 'browser_snapshot')));
    expect(answers.at(-1)).toBe('ok');
  }, PATIENT);
  return answers;
}

// Calls until the session goes on in the browser that it had; returns what was answered meanwhile.
async function untilKept(fleet: TestFleet, session: string): Promise<string[]> {
  const answers: string[] = [];
  await vi.waitFor(async () => {
    const answer = await fleet.call(session, 'browser_evaluate', KEPT);
    answers.push(answerOf(answer));
    expect(answer.body.data).toMatchObject({ value: '"the same"' });
  }, PATIENT);
  return answers;
}

test('the leader of three servers of NATS is killed: sessions go on, each at one worker, and the third one comes back', async () => {
  await using cluster = new NatsCluster();
  await cluster.start();
  await using fleet = new TestFleet(cluster);
  await fleet.add('gateway');
  await Promise.all([fleet.add('worker'), fleet.add('worker')]);
  for (const session of ['a', 'b']) {
    expect((await fleet.call(session, 'browser_navigate', { url: site.origin })).status).toBe(200);
    await fleet.call(session, 'browser_evaluate', KEEP);
  }

  const leader = await vi.waitFor(() => cluster.leaderOf('btcp-workers'), PATIENT);
  await leader.stop();
  let isElected = false;
  const electing = vi.waitFor(() => cluster.leaderOf('btcp-workers'), PATIENT).finally(() => (isElected = true));
  const answers = new Set<string>();
  while (!isElected) answers.add(answerOf(await fleet.call('a', 'browser_evaluate', KEPT)));
  expect(await electing).not.toBe(leader);
  // Workers that could not renew have served nothing: they take up what is still theirs, and others what is not.
  for (const session of ['a', 'b']) for (const answer of await untilServed(fleet, session)) answers.add(answer);
  expect(DEFINITE).toEqual(expect.arrayContaining([...answers]));
  await vi.waitFor(async () => {
    const { workers } = await fleet.status();
    expect(workers).toHaveLength(2);
    expect(workers.reduce((sum, { open }) => sum + open, 0)).toBe(2);
  }, PATIENT);

  // With the third one back, the next one may be lost.
  await leader.start();
  await vi.waitFor(async () => expect(await cluster.copiesOf('btcp-workers')).toBe(3), PATIENT);
  const next = await vi.waitFor(() => cluster.leaderOf('btcp-workers'), PATIENT);
  await next.stop();
  await untilServed(fleet, 'a');
  await vi.waitFor(async () => expect((await fleet.call('c', 'browser_snapshot')).status).toBe(200), PATIENT);
});

test('the disk of NATS is full: no call is served by a guess, and nothing is lost', async () => {
  await using nats = new Nats({ maxStore: STORE_BYTES });
  await nats.start();
  await using fleet = new TestFleet(nats);
  await fleet.add('gateway');
  const worker = await fleet.add('worker');
  for (const session of ['small', 'large']) {
    expect((await fleet.call(session, 'browser_navigate', { url: site.origin })).status).toBe(200);
    expect((await fleet.call(session, 'browser_evaluate', KEEP)).status).toBe(200);
  }
  // From now on its state does not fit.
  const fill = { script: `localStorage.all = 'x'.repeat(${STORE_BYTES})` };
  expect((await fleet.call('large', 'browser_evaluate', fill)).status).toBe(200);
  await vi.waitFor(
    async () => expect(await metricOf(worker, 'btcp_fleet_checkpoint_failures_total')).toBeGreaterThan(0),
    PATIENT,
  );
  await vi.waitFor(async () => {
    const refused = await fleet.call('small', 'browser_snapshot');
    expect(refused).toMatchObject({ status: 429, retryAfter: '2', body: { error: { code: 'busy' } } });
    expect(refused.body.error?.message).toContain('No worker of the fleet can renew its lease.');
  }, PATIENT);
  // The disk gets larger.
  await nats.stop();
  nats.maxStore = undefined;
  await nats.start();
  for (const session of ['small', 'large'])
    expect(DEFINITE).toEqual(expect.arrayContaining(await untilKept(fleet, session)));
});

test('a worker whose clock is two hours off, and is set while it runs, serves like any other', async () => {
  await using nats = new Nats();
  await nats.start();
  await using fleet = new TestFleet(nats);
  await fleet.add('gateway');
  const skewed = { NODE_OPTIONS: `--import=${OTHER_CLOCK}`, TEST_CLOCK_SHIFT_MS: String(TWO_HOURS_MS) };
  const worker = await fleet.add('worker', [], nats.url, skewed);
  await fleet.call('a', 'browser_navigate', { url: site.origin });
  await fleet.call('a', 'browser_evaluate', KEEP);
  expect(await untilKept(fleet, 'a')).toEqual(['ok']);
  worker.process.kill('SIGUSR2');
  await fleet.saved('a');
  expect(await untilKept(fleet, 'a')).toEqual(['ok']);
  // Its lease is as long as that of others: when it dies, the session moves.
  await fleet.add('worker');
  await fleet.end(worker, 'SIGKILL');
  await vi.waitFor(async () => {
    const moved = await fleet.call('a', 'browser_snapshot');
    expect(moved).toMatchObject({ status: 200, body: { page: { url: `${site.origin}/`, restored: true } } });
  }, PATIENT);
});
