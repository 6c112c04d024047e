import type { Bucket, Entry } from '../src/buckets/bucket.ts';
import type { SessionRecord, WorkerRecord } from '../src/buckets/records.ts';
import { epochOf } from '../src/buckets/records.ts';
import { Lease } from '../src/leases/lease.ts';
import { OwnedSessions } from '../src/placement/owned-sessions.ts';
import { type Placed, Placement } from '../src/placement/placement.ts';

const TTL = 3_000;
const SESSIONS = ['a', 'b'];
const WORKERS = 3;
const STEPS = 60;
const MAX_DELIVERIES = 16;

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// A message under way. What it does happens when it is delivered.
interface Message {
  to: string;
  deliver(): void;
}

// Time, and a network in which messages of all are delivered in any order, late, or never.
class World {
  now = 0;
  messages: Message[] = [];
  readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  pick<T>(values: readonly T[]): T | undefined {
    return values[Math.floor(this.random() * values.length)];
  }
}

class Store<Value> {
  readonly #entries = new Map<string, Entry<Value> & { at: number }>();
  readonly #world: World;
  readonly #ttl: number;
  #revision = 0;

  constructor(world: World, ttl = Number.POSITIVE_INFINITY) {
    this.#world = world;
    this.#ttl = ttl;
  }

  get(key: string): Entry<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry && this.#world.now - entry.at < this.#ttl ? entry : undefined;
  }

  set(key: string, value: Value, expected: number): number | undefined {
    if ((this.get(key)?.revision ?? 0) !== expected) return undefined;
    this.#entries.set(key, { value, revision: ++this.#revision, at: this.#world.now });
    return this.#revision;
  }

  remove(key: string, revision: number): boolean {
    return this.get(key)?.revision === revision && this.#entries.delete(key);
  }

  entries(): [string, Entry<Value>][] {
    return [...this.#entries.keys()].flatMap((key) => {
      const entry = this.get(key);
      return entry ? [[key, entry] as [string, Entry<Value>]] : [];
    });
  }
}

// The bucket as one member sees it: a request and an answer, each of them a message.
function reach<Value>(world: World, store: Store<Value>, member: string): Bucket<Value> {
  const ask = <T>(run: () => T): Promise<T> =>
    new Promise((resolve) => {
      const answer = (value: T) => world.messages.push({ to: member, deliver: () => resolve(value) });
      world.messages.push({ to: 'bucket', deliver: () => answer(run()) });
    });
  return {
    get: (key) => ask(() => store.get(key)),
    create: (key, value) => ask(() => store.set(key, value, 0)),
    update: (key, value, revision) => ask(() => store.set(key, value, revision)),
    remove: (key, revision) => ask(() => store.remove(key, revision)),
  };
}

interface SimulatedWorker {
  id: string;
  lease: Lease;
  owned: OwnedSessions;
  state: 'ready' | 'draining';
  isPaused: boolean;
  isRenewing: boolean;
}

export interface Broken {
  /** As a part of the TTL. */
  fenceAt?: number;
  /** Answers of a lease are counted from when they arrive. */
  countsFromAnswer?: boolean;
}

/** Runs one interleaving; returns how often two workers could act in one session, and how many requests were served. */
export async function interleave(seed: number, broken: Broken = {}): Promise<{ doubles: number; served: number }> {
  const world = new World(seed);
  const leases = new Store<WorkerRecord>(world, TTL);
  const sessions = new Store<SessionRecord>(world);
  const workers = Array.from({ length: WORKERS }, (_, index) => makeWorker(`w${index}`));
  let [doubles, served] = [0, 0];

  function makeWorker(id: string): SimulatedWorker {
    const bucket = reach(world, leases, id);
    let behind = 0;
    const now = () => world.now - behind;
    // A clock that is behind by the time of the answer counts from the answer.
    const late = async (write: Promise<number | undefined>) => {
      const asked = now();
      const revision = await write;
      behind = world.now - asked;
      return revision;
    };
    const answered: Bucket<WorkerRecord> = {
      ...bucket,
      create: (...given) => late(bucket.create(...given)),
      update: (...given) => late(bucket.update(...given)),
    };
    const lease = new Lease({
      worker: id,
      workers: broken.countsFromAnswer ? answered : bucket,
      ttl: TTL,
      now,
      ...(broken.fenceAt === undefined ? {} : { fenceAt: broken.fenceAt }),
    });
    const owned = new OwnedSessions({ lease, sessions: reach(world, sessions, id), slots: 2, onLost: () => {} });
    return { id, lease, owned, state: 'ready', isPaused: false, isRenewing: false };
  }

  function placementOf(gateway: string): Placement {
    const seen = () => leases.entries().map(([id, entry]) => ({ ...entry.value, id, epoch: epochOf(entry), url: id }));
    return new Placement({
      sessions: reach(world, sessions, gateway),
      workers: reach(world, leases, gateway),
      seen,
      random: world.random,
    });
  }

  const gateways = ['g0', 'g1'].map(placementOf);
  const placed: Placed[] = [];

  const actions: (() => void)[] = [
    () => renew(world.pick(workers)),
    () => renew(world.pick(workers)),
    // Place, or find.
    () => void place(world.pick(gateways), world.pick(SESSIONS) ?? ''),
    () => void place(world.pick(gateways), world.pick(SESSIONS) ?? ''),
    // A request with any token that was ever given out.
    () => void request(world.pick(placed)),
    () => void request(placed.at(-1)),
    // Pause and resume.
    () => toggle(world.pick(workers)),
    // A message is lost; the others are late.
    () => world.messages.splice(Math.floor(world.random() * world.messages.length), 1),
    // Time passes.
    () => (world.now += world.random() * TTL * 0.5),
    () => (world.now += world.random() * TTL * 0.1),
    // Move, and drain.
    () => void move(world.pick(workers), world.pick(SESSIONS) ?? ''),
    () => drain(world.pick(workers)),
  ];

  function renew(worker: SimulatedWorker | undefined): void {
    if (!worker || worker.isPaused || worker.isRenewing) return;
    worker.isRenewing = true;
    // A renewal without an answer is given up, as a client does after its time limit.
    const givenUpAt = world.now + TTL / 3;
    const { state } = worker;
    const record = { url: worker.id, slots: 2, open: worker.owned.count, state, labels: {}, version: '1' };
    const before = worker.lease.epoch;
    void worker.lease.renew(record).then(() => {
      worker.isRenewing = false;
      if (worker.lease.epoch !== before) void worker.owned.reclaim();
    });
    renewals.push(() => {
      if (world.now > givenUpAt) worker.isRenewing = false;
    });
  }
  const renewals: (() => void)[] = [];

  async function place(gateway: Placement | undefined, session: string): Promise<void> {
    const found = await gateway?.place({ session, user: '', labels: {} });
    if (found) placed.push(found);
  }

  async function request(token: Placed | undefined): Promise<void> {
    const worker = workers.find(({ id }) => id === token?.worker);
    if (!worker || !token) return;
    await new Promise<void>((resolve) => world.messages.push({ to: worker.id, deliver: resolve }));
    const admitted = await worker.owned.admit(token.session, token.revision);
    if (typeof admitted === 'object') served++;
  }

  function toggle(worker: SimulatedWorker | undefined): void {
    if (worker) worker.isPaused = !worker.isPaused;
  }

  async function move(worker: SimulatedWorker | undefined, session: string): Promise<void> {
    if (worker && !worker.isPaused) await worker.owned.release(session, world.random() < 0.5);
  }

  function drain(worker: SimulatedWorker | undefined): void {
    if (!worker || worker.isPaused) return;
    worker.state = worker.state === 'ready' && world.random() < 0.3 ? 'draining' : 'ready';
    if (worker.state === 'draining') for (const session of SESSIONS) void move(worker, session);
  }

  function deliver(): boolean {
    const paused = new Set(workers.filter(({ isPaused }) => isPaused).map(({ id }) => id));
    const ready = world.messages.filter(({ to }) => !paused.has(to));
    const message = world.pick(ready);
    if (!message) return false;
    world.messages.splice(world.messages.indexOf(message), 1);
    message.deliver();
    return true;
  }

  for (const worker of workers) renew(worker);
  for (let step = 0; step < STEPS; step++) {
    for (let count = Math.floor(world.random() * MAX_DELIVERIES); count >= 0 && deliver(); count--) await settled();
    world.pick(actions)?.();
    await settled();
    for (const check of renewals) check();
    for (const session of SESSIONS) {
      if (workers.filter(({ owned }) => owned.holds(session)).length > 1) doubles++;
    }
  }
  return { doubles, served };
}

// Long enough for every promise that a delivery has settled.
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await undefined;
}
