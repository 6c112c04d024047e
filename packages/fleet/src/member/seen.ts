import { sleep } from '@btcp/protocol';
import type { Entry } from '../buckets/bucket.js';
import { epochOf, type GatewayRecord, type SessionRecord, type WorkerRecord } from '../buckets/records.js';
import { commonProtocol } from '../hop/protocol.js';
import type { Bus } from '../nats/bus.js';
import type { WorkerView } from '../placement/choose-worker.js';
import type { Placed } from '../placement/placement.js';
import type { Waiting } from '../placement/queue.js';

interface SeenWorker {
  view: WorkerView;
  revision: number;
  at: number;
}

const WATCH_AGAIN_MS = 200;
// Every worker renews three times in a lease.
const SILENT_AFTER = 5 / 6;

/** The fleet as its buckets have reported it: enough to choose and to send, never to take a session from a worker. */
export class Seen {
  readonly #workers = new Map<string, SeenWorker>();
  readonly #sessions = new Map<string, Entry<SessionRecord>>();
  readonly #gateways = new Map<string, { version: string; at: number }>();
  readonly #waiting = new Map<string, { entry: Waiting; at: number }>();
  readonly #listeners = new Set<() => void>();
  readonly #leaseTtl: number;
  #renewedAt = performance.now();
  #resumedAt = Number.NEGATIVE_INFINITY;
  #hadWorker = false;

  private constructor(leaseTtl: number) {
    this.#leaseTtl = leaseTtl;
  }

  static async watch(bus: Bus): Promise<Seen> {
    const seen = new Seen(bus.leaseTtl);
    let stops = await seen.#follow(bus);
    const renew = async () => {
      for (const stop of stops) stop();
      stops = [];
      while (stops.length === 0 && bus.isUp) {
        stops = await seen.#follow(bus).catch(() => []);
        if (stops.length === 0) await sleep(WATCH_AGAIN_MS);
      }
    };
    let renewing: Promise<void> | undefined;
    const followAgain = () => {
      renewing ??= renew().finally(() => (renewing = undefined));
    };
    // A NATS that was restarted has forgotten who watches; so has a cluster whose leader was lost.
    bus.onStale(followAgain);
    setInterval(() => seen.#isSilent && bus.isUp && bus.noteStale(), bus.leaseTtl).unref();
    return seen;
  }

  #follow(bus: Bus): Promise<(() => void)[]> {
    return Promise.all([
      bus.workers.watch((id, entry) => this.#sawWorker(id, entry)),
      bus.sessions.watch((key, entry) => this.#sawSession(key, entry)),
      bus.gateways.watch((id, entry) => this.#sawGateway(id, entry)),
      bus.queue.watch((key, entry) => this.#sawWaiting(key, entry)),
    ]);
  }

  get workers(): WorkerView[] {
    return this.#fresh().map(({ view }) => view);
  }

  /** Whether a worker has renewed its lease since this server joined; one that is found may be the last of a lost worker. */
  get hadWorker(): boolean {
    return this.#hadWorker;
  }

  /** Whether NATS had no leader, rather than that all workers were lost: each gets the time to renew its lease. */
  get isSettling(): boolean {
    return this.#isSilent || performance.now() - this.#resumedAt < this.#leaseTtl;
  }

  get gateways(): { id: string; version: string }[] {
    const there = [...this.#gateways].filter(([, gateway]) => this.#isFresh(gateway));
    return there.map(([id, { version }]) => ({ id, version }));
  }

  get sessions(): SessionRecord[] {
    return [...this.#sessions.values()].map(({ value }) => value);
  }

  get held(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { user, worker } of this.sessions) if (worker !== '') held.set(user, (held.get(user) ?? 0) + 1);
    return held;
  }

  waiting(maxAge: number): Waiting[] {
    const now = performance.now();
    for (const [key, { at }] of this.#waiting) if (now - at > maxAge) this.#waiting.delete(key);
    return [...this.#waiting.values()].map(({ entry }) => entry);
  }

  /** Where the session is as far as is known here; the worker checks it. */
  placed(key: string): Placed | undefined {
    const entry = this.#sessions.get(key);
    const worker = entry && this.#workers.get(entry.value.worker);
    if (!entry || !worker || !this.#isFresh(worker) || worker.view.epoch !== entry.value.epoch) return undefined;
    const { id, url, protocols } = worker.view;
    const protocol = commonProtocol(protocols);
    if (protocol === undefined) return undefined;
    return { session: entry.value.session, worker: id, url, revision: entry.revision, protocol };
  }

  record(key: string): SessionRecord | undefined {
    return this.#sessions.get(key)?.value;
  }

  isAlive(worker: string): boolean {
    const seen = this.#workers.get(worker);
    return seen !== undefined && this.#isFresh(seen);
  }

  /** Counts a session that was placed here, until the worker reports it. */
  notePlaced(worker: string): void {
    const seen = this.#workers.get(worker);
    if (seen) seen.view = { ...seen.view, open: seen.view.open + 1 };
  }

  async change(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#listeners.add(done);
    });
  }

  get #isSilent(): boolean {
    return performance.now() - this.#renewedAt > this.#leaseTtl * SILENT_AFTER;
  }

  #fresh(): SeenWorker[] {
    return [...this.#workers.values()].filter((seen) => this.#isFresh(seen));
  }

  #isFresh({ at }: { at: number }): boolean {
    return performance.now() - at < this.#leaseTtl;
  }

  #sawWorker(id: string, entry: Entry<WorkerRecord> | undefined): void {
    if (entry && entry.value.state !== 'gone') {
      if (this.#isSilent) this.#resumedAt = performance.now();
      this.#renewedAt = performance.now();
      const { revision } = entry;
      this.#hadWorker ||= (this.#workers.get(id)?.revision ?? revision) !== revision;
      // The one that was renewed last comes last.
      this.#workers.delete(id);
      const view = { ...entry.value, id, epoch: epochOf(entry) };
      this.#workers.set(id, { view, revision, at: performance.now() });
    } else this.#workers.delete(id);
    for (const [other, seen] of this.#workers) {
      if (this.#isFresh(seen)) break;
      this.#workers.delete(other);
    }
    this.#changed();
  }

  #sawSession(key: string, entry: Entry<SessionRecord> | undefined): void {
    if (entry) this.#sessions.set(key, entry);
    else this.#sessions.delete(key);
    this.#changed();
  }

  #sawGateway(id: string, entry: Entry<GatewayRecord> | undefined): void {
    if (entry) this.#gateways.set(id, { version: entry.value.version, at: performance.now() });
    else this.#gateways.delete(id);
    for (const [other, seen] of this.#gateways) if (!this.#isFresh(seen)) this.#gateways.delete(other);
  }

  #sawWaiting(key: string, entry: Entry<Waiting> | undefined): void {
    if (entry) this.#waiting.set(key, { entry: entry.value, at: performance.now() });
    else this.#waiting.delete(key);
    this.#changed();
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
