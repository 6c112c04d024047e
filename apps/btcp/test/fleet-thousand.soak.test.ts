import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { TestFleet } from './fleet/test-fleet.ts';
import type { RunningServer } from './run-btcp.ts';

const PATIENT = { timeout: 90_000, interval: 200 };
const SIMULATED = fileURLToPath(new URL('fleet/simulated-browsers.mjs', import.meta.url));
/** As it is built, not bundled: its browsers are replaced at their port. */
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SESSIONS = Number(process.env.BTCP_FLEET_SESSIONS ?? 1_000);
const ROUNDS = Number(process.env.BTCP_FLEET_ROUNDS ?? 1);
const AT_ONCE = 48;
const MAX_TRIES = 60;
const TIMEOUT_MS = 600_000;
/** Done, not begun, or nobody knows. */
const DEFINITE = ['ok', 'busy', 'browser_lost'];

const nats = new Nats();
beforeAll(() => nats.start());
afterAll(() => nats[Symbol.asyncDispose]());

/** What a call was answered with, by what it was to do. */
type Answers = Map<string, string>;

/** Calls until it is done; every try does something of its own. */
async function untilDone(gateway: RunningServer, session: string, deed: string, answers: Answers): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const script = `${deed}.${attempt}`;
    const { status, body } = await gateway.post(`/sessions/${session}/tools/browser_evaluate`, { script });
    const { error } = body as { error?: { code: string } };
    answers.set(script, status === 200 ? 'ok' : (error?.code ?? `status ${status}`));
    if (status === 200) return;
  }
}

async function inLanes<Item>(items: Iterable<Item>, run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await run(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

interface Deed {
  session: string;
  browser: string;
  deed: string;
}

function readDeeds(file: string): Deed[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [session = '', browser = '', deed = ''] = line.split(' ');
    return { session, browser, deed };
  });
}

/** Sessions in which a browser acted again after another one had: two owners. */
function doubleOwners(deeds: Deed[]): string[] {
  const last = new Map<string, string>();
  const replaced = new Set<string>();
  return deeds.flatMap(({ session, browser }) => {
    const before = last.get(session);
    if (before !== undefined && before !== browser) replaced.add(before);
    last.set(session, browser);
    return replaced.has(browser) ? [session] : [];
  });
}

test(
  `${SESSIONS} sessions on simulated browsers: a worker is killed, one stopped, one drained; no call is done twice or by two`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'btcp-deeds-'));
    const file = join(folder, 'deeds');
    writeFileSync(file, '');
    try {
      await using fleet = new TestFleet(nats);
      const gateways = [await fleet.add('gateway'), await fleet.add('gateway')];
      const simulated = { NODE_OPTIONS: `--import=${SIMULATED}`, TEST_DEEDS_FILE: file };
      const slots = ['--max-sessions', String(Math.ceil(SESSIONS / 2))];
      const add = () => fleet.add('worker', slots, nats.url, simulated, MAIN);
      const [killed, stopped, drained] = await Promise.all([add(), add(), add(), add(), add()]);
      await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(5), PATIENT);

      const answers: Answers = new Map();
      const calls = Array.from({ length: SESSIONS * ROUNDS }, (_, index) => index);
      const faults = new Map<number, () => void>([
        [Math.floor(calls.length * 0.4), () => void fleet.end(killed as RunningServer, 'SIGKILL')],
        [Math.floor(calls.length * 0.55), () => stopped?.process.kill('SIGSTOP')],
        [Math.floor(calls.length * 0.7), () => drained?.process.kill('SIGTERM')],
      ]);
      await inLanes(calls, async (index) => {
        faults.get(index)?.();
        const gateway = gateways[index % 2] as RunningServer;
        await untilDone(gateway, `s${index % SESSIONS}`, String(index), answers);
      });
      expect(await drained?.ended).toBe(0);
      // It finds that its sessions are others' by now.
      stopped?.process.kill('SIGCONT');
      await inLanes(calls.slice(0, SESSIONS), (index) =>
        untilDone(gateways[0] as RunningServer, `s${index}`, `again-${index}`, answers),
      );

      const deeds = readDeeds(file);
      const times = new Map<string, number>();
      for (const { deed } of deeds) times.set(deed, (times.get(deed) ?? 0) + 1);
      const given = [...answers];
      const deedsOf = (answer: string) =>
        given.filter(([, each]) => each === answer).map(([deed]) => times.get(deed) ?? 0);
      expect(DEFINITE).toEqual(expect.arrayContaining([...new Set(answers.values())]));
      expect(deedsOf('ok')).toHaveLength(SESSIONS * (ROUNDS + 1));
      expect(new Set(deedsOf('ok'))).toEqual(new Set([1]));
      expect(new Set(deedsOf('busy')).has(1)).toBe(false);
      expect(Math.max(...times.values())).toBe(1);
      expect(doubleOwners(deeds)).toEqual([]);
      expect(new Set(deeds.map(({ session }) => session)).size).toBe(SESSIONS);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  TIMEOUT_MS,
);

test('six sessions with real browsers keep their pages and logins when a worker is killed', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = `<title>Shop</title><script>document.cookie ||= 'login=' + location.search.slice(1);
    document.title = document.cookie</script>`;
  let answersAfter = 0;
  const site = await servePages({
    '/': (_, response) => {
      setTimeout(() => response.setHeader('content-type', 'text/html').end(page), answersAfter);
    },
  });
  try {
    await using fleet = new TestFleet(nats);
    await fleet.add('gateway');
    const [first] = await Promise.all([fleet.add('worker'), fleet.add('worker')]);
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
    const names = Array.from({ length: 6 }, (_, index) => `real-${index}`);
    for (const name of names) {
      const opened = await fleet.call(name, 'browser_navigate', { url: `${site.origin}/?${name}` });
      expect(opened.status).toBe(200);
      // One after another: a worker counts what it has saved over all its sessions.
      await fleet.saved(name);
    }
    const moved = (await Promise.all(names.map(async (name) => (await fleet.ownerOf(name)) === first))).filter(Boolean);
    // A call in a restored session waits for its page, also for a slow one.
    answersAfter = 5_000;
    await fleet.end(first, 'SIGKILL');
    const answers = await Promise.all(
      names.map((name) =>
        vi.waitFor(async () => {
          const { status, body } = await fleet.call(name, 'browser_snapshot');
          expect(status).toBe(200);
          return body;
        }, PATIENT),
      ),
    );
    expect(answers.map(({ page: { title } }) => title)).toEqual(names.map((name) => `login=${name}`));
    expect(answers.filter(({ page: { restored } }) => restored)).toHaveLength(moved.length);
  } finally {
    await site.close();
  }
});
