import { BtcpError } from '@btcp/protocol';
import { AWAY_RETRY_MS, FleetBusy, natsAway } from '../buckets/fleet-busy.js';
import { keyOfSession, type SessionRecord } from '../buckets/records.js';
import { type Bus, QUEUE_TTL_MS } from '../nats/bus.js';
import { serveWorkers } from '../nats/session-desk.js';
import { freeSlots, type WorkerView } from '../placement/choose-worker.js';
import { type Placed, Placement, type Wanted } from '../placement/placement.js';
import { inTurn } from '../placement/queue.js';
import type { StateStore } from '../states/state-store.js';
import { Seen } from './seen.js';

/** The fleet as people and metrics see it. */
export interface FleetStatus {
  workers: WorkerView[];
  gateways: { id: string; version: string }[];
  sessions: SessionRecord[];
  queue: { session: string; user: string; since: number }[];
  slots: number;
  used: number;
  /** Used and waited for: what an autoscaler aims at. */
  wanted: number;
  isConnected: boolean;
}

// How long a call waits for a slot; clients of MCP give a call 60 seconds.
const MAX_QUEUED_MS = 10_000;
// A fleet that starts as a whole has its gateways long before its workers.
const MAX_START_MS = 30_000;
const RETRY_AFTER_MS = 5_000;
const LOOK_AGAIN_MS = 250;

/** Finds the worker of each session, and places sessions that have none. */
export class FleetGateway {
  readonly #bus: Bus;
  readonly #seen: Seen;
  readonly #placement: Placement;
  readonly #startsUntil = performance.now() + MAX_START_MS;

  private constructor(bus: Bus, seen: Seen, states: StateStore) {
    this.#bus = bus;
    this.#seen = seen;
    this.#placement = new Placement({
      sessions: bus.sessions,
      workers: bus.workers,
      seen: () => seen.workers,
      hasState: (session, revision) => states.has(session, revision),
    });
  }

  static async join(bus: Bus, states: StateStore): Promise<FleetGateway> {
    serveWorkers(bus);
    return new FleetGateway(bus, await Seen.watch(bus), states);
  }

  get status(): FleetStatus {
    const { workers, gateways, sessions } = this.#seen;
    const queue = this.#seen.waiting(QUEUE_TTL_MS);
    const used = sessions.filter(({ worker }) => worker !== '').length;
    const slots = workers.reduce((sum, { slots, state }) => sum + (state === 'ready' ? slots : 0), 0);
    return {
      workers,
      gateways,
      sessions,
      queue,
      slots,
      used,
      wanted: used + queue.length,
      isConnected: this.#bus.isUp,
    };
  }

  now(): number {
    return this.#bus.clock.now();
  }

  /** Where a session is as far as is known here; the worker checks it. */
  known(session: string): Placed | undefined {
    return this.#seen.placed(keyOfSession(session) ?? '');
  }

  claimsOf(session: string): string | undefined {
    return this.#seen.record(keyOfSession(session) ?? '')?.claims;
  }

  /** Whether a worker has the session, or could go on with it from a saved state. */
  exists(session: string): boolean {
    const record = this.#seen.record(keyOfSession(session) ?? '');
    return record !== undefined && (record.worker !== '' || record.restoreFrom !== undefined);
  }

  /** Returns where a session is by the buckets, and places it if it is nowhere. Waits in the queue of a full fleet. */
  async place(wanted: Wanted): Promise<Placed> {
    if (!this.#bus.isUp) throw natsAway();
    try {
      return await this.#placeInTurn(wanted);
    } catch (thrown) {
      throw thrown instanceof BtcpError ? thrown : natsAway(thrown);
    }
  }

  /** Whether the worker that was sent a request may no longer act in the session; false while NATS does not say so. */
  async hasLost(placed: Placed): Promise<boolean> {
    const isDoubtful = !this.#seen.isAlive(placed.worker) && this.#bus.isUp;
    return isDoubtful && (await this.#placement.hasEnded(placed).catch(() => false));
  }

  /** Resolves when something in the fleet has changed, or after `ms`. */
  change(ms: number): Promise<void> {
    return this.#seen.change(ms);
  }

  async #placeInTurn(wanted: Wanted): Promise<Placed> {
    const found = await this.#placement.find(wanted.session);
    if (found) return found;
    const until = performance.now() + MAX_QUEUED_MS;
    const key = keyOfSession(wanted.session) ?? '';
    const since = this.#bus.clock.now();
    let isQueued = false;
    for (;;) {
      const { place, waiting } = this.#turnOf(wanted, since);
      const isReturning = this.#isReturning(key);
      const placed = isReturning
        ? await this.#placement.find(wanted.session)
        : place <= freeSlots(this.#seen.workers, wanted.labels) && (await this.#placement.place(wanted));
      if (placed) {
        if (!isReturning) this.#seen.notePlaced(placed.worker);
        if (isQueued || this.#isWaiting(wanted)) await this.#leaveQueue(key);
        return placed;
      }
      if (performance.now() > until && !this.#isStarting)
        throw isReturning ? noLeases() : full(place, waiting, this.#seen.workers.length);
      // Kept for callers who come back: their place counts from when they first came.
      if (!isQueued && !isReturning) {
        await this.#bus.queue.put(key, { ...wanted, since: this.#sinceOf(wanted) ?? since });
        isQueued = true;
      }
      await this.#seen.change(LOOK_AGAIN_MS);
    }
  }

  get #isStarting(): boolean {
    return !this.#seen.hadWorker && performance.now() < this.#startsUntil;
  }

  // After NATS was away, every worker has to renew first: its sessions are not taken while it may be about to.
  #isReturning(key: string): boolean {
    const hadWorker = (this.#seen.record(key)?.worker ?? '') !== '';
    return hadWorker && (this.#bus.upForMs < this.#bus.leaseTtl || this.#seen.isSettling);
  }

  #turnOf(wanted: Wanted, since: number): { place: number; waiting: number } {
    const others = this.#seen.waiting(QUEUE_TTL_MS).filter(({ session }) => session !== wanted.session);
    if (others.length === 0) return { place: 1, waiting: 1 };
    const own = { session: wanted.session, user: wanted.user, since: this.#sinceOf(wanted) ?? since };
    const queue = inTurn([...others, own], this.#seen.held);
    return { place: queue.findIndex(({ session }) => session === wanted.session) + 1, waiting: queue.length };
  }

  #sinceOf({ session }: Wanted): number | undefined {
    return this.#seen.waiting(QUEUE_TTL_MS).find((each) => each.session === session)?.since;
  }

  #isWaiting(wanted: Wanted): boolean {
    return this.#sinceOf(wanted) !== undefined;
  }

  async #leaveQueue(key: string): Promise<void> {
    const entry = await this.#bus.queue.get(key);
    if (entry) await this.#bus.queue.remove(key, entry.revision);
  }
}

function full(place: number, waiting: number, workers: number): FleetBusy {
  const retry = `Call again in ${RETRY_AFTER_MS / 1_000} s: the place in the queue is kept for ${QUEUE_TTL_MS / 1_000} s.`;
  if (workers === 0) return new FleetBusy('No worker of the fleet is running.', `Start one. ${retry}`, RETRY_AFTER_MS);
  return new FleetBusy(`The fleet is full: place ${place} of ${waiting} in the queue.`, retry, RETRY_AFTER_MS);
}

function noLeases(): FleetBusy {
  return new FleetBusy(
    'No worker of the fleet can renew its lease.',
    `NATS has no leader, or its disk is full: its log names the reason. Call again in ${AWAY_RETRY_MS / 1_000} s.`,
    AWAY_RETRY_MS,
  );
}
