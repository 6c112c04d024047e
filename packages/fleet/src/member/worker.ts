import { uptime } from 'node:os';
import type { FleetLabels } from '../buckets/records.js';
import { nameOf } from '../hop/fleet-key.js';
import { SPOKEN } from '../hop/protocol.js';
import { Lease } from '../leases/lease.js';
import type { Bus } from '../nats/bus.js';
import { RelayedSessions } from '../nats/session-desk.js';
import { type OwnedSession, OwnedSessions, type Refusal } from '../placement/owned-sessions.js';

/** A server that runs browsers for a fleet. */
export interface FleetWorkerOptions {
  bus: Bus;
  id: string;
  url: string;
  slots: number;
  labels: FleetLabels;
  version: string;
  /** Writes to the bucket of sessions itself; others ask a gateway. */
  isGateway: boolean;
  /** Called for each session that another worker may have by now: close its browser. */
  onLost(session: string): void;
  /** Called when the lease could not be renewed in time: end every call, and serve none. */
  onFenced(): void;
}

// A worker that cannot reach NATS for so long closes its browsers: somebody else has its sessions by now.
const MAX_FENCED_MS = 30_000;
const READ_TIME_MS = 60_000;

/** Holds the lease of a worker, and decides which requests it may serve. */
export class FleetWorker {
  readonly #options: FleetWorkerOptions;
  readonly #lease: Lease;
  readonly #owned: OwnedSessions;
  #state: 'ready' | 'draining' = 'ready';
  #renewTimer: NodeJS.Timeout | undefined;
  #fenceTimer: NodeJS.Timeout | undefined;
  #fencedAt: number | undefined;
  #readTimeAt = monotonicMs();
  #isClosed = false;

  constructor(options: FleetWorkerOptions) {
    const { bus, id, slots, isGateway, onLost } = options;
    const sessions = isGateway ? bus.sessions : new RelayedSessions(bus, nameOf(id));
    this.#options = options;
    this.#lease = new Lease({ worker: id, workers: bus.workers, ttl: bus.leaseTtl, now: monotonicMs });
    this.#owned = new OwnedSessions({ lease: this.#lease, sessions, slots, onLost });
  }

  get id(): string {
    return this.#options.id;
  }

  now(): number {
    return this.#options.bus.clock.now();
  }

  async join(): Promise<void> {
    await this.#renew();
    await this.#options.bus.workers.readTime(this.id);
    this.#renewLater();
  }

  /** Admits a request that carries this revision, or says why not. */
  admit(session: string, revision: number): Promise<OwnedSession | Refusal> {
    return this.#owned.admit(session, revision);
  }

  holds(session: string): boolean {
    return this.#owned.holds(session);
  }

  /** Returns a session that is in the hands of this worker, whether or not it may act in it. */
  owned(session: string): OwnedSession | undefined {
    return this.#owned.owned(session);
  }

  /** Notes that a state of the session is stored under this revision; returns the one that it replaces. */
  saved(session: string, revision: number): number | undefined {
    return this.#owned.saved(session, revision);
  }

  /** Gives a session up; one that is kept goes on at another worker, from its saved state. */
  release(session: string, isKept: boolean): Promise<boolean> {
    return this.#owned.release(session, isKept);
  }

  async drain(): Promise<void> {
    this.#state = 'draining';
    await this.#renew().catch(() => {});
  }

  async leave(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#renewTimer);
    clearTimeout(this.#fenceTimer);
    await this.#lease.giveBack().catch(() => {});
  }

  #renewLater(): void {
    this.#renewTimer = setTimeout(async () => {
      // After a pause of this process the lease may be over: end what is under way before anything else.
      this.#checkFence();
      await this.#renew().catch(() => {});
      await this.#readTime().catch(() => {});
      if (!this.#isClosed) this.#renewLater();
    }, this.#options.bus.leaseTtl / 3);
  }

  async #readTime(): Promise<void> {
    if (monotonicMs() - this.#readTimeAt < READ_TIME_MS || !this.#lease.isHeld) return;
    this.#readTimeAt = monotonicMs();
    await this.#options.bus.workers.readTime(this.id);
  }

  async #renew(): Promise<void> {
    const { url, slots, labels, version } = this.#options;
    const before = this.#lease.epoch;
    try {
      await this.#lease.renew({
        url,
        slots,
        open: this.#owned.count,
        state: this.#state,
        labels,
        version,
        protocols: SPOKEN,
      });
      if (before !== undefined && this.#lease.epoch !== before) await this.#owned.reclaim();
    } finally {
      this.#checkFence();
    }
  }

  // Ends what is under way as soon as the lease is over, and looks again when the present one would be.
  #checkFence(): void {
    clearTimeout(this.#fenceTimer);
    if (this.#isClosed) return;
    if (this.#lease.isHeld) {
      this.#fencedAt = undefined;
      this.#fenceTimer = setTimeout(() => this.#checkFence(), this.#lease.servesForMs + 1);
      return;
    }
    if (this.#fencedAt === undefined) {
      this.#fencedAt = monotonicMs();
      this.#options.onFenced();
    }
    if (monotonicMs() - this.#fencedAt > MAX_FENCED_MS) {
      for (const { session } of this.#owned.all) this.#options.onLost(session);
    }
  }
}

// Also counts while the machine sleeps, which the clock of the process does not.
function monotonicMs(): number {
  return Math.max(performance.now(), (uptime() - UPTIME_AT_START) * 1_000);
}

const UPTIME_AT_START = uptime() - performance.now() / 1_000;
