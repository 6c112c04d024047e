import type { Statements } from '../port/database.js';

const LEASE_MS = 6_000;
const BEAT_MS = 2_000;
// A server that was away for longer reads the whole state again.
const EVENTS_KEPT = '10 minutes';
const PRUNE_MS = 60_000;
// Sooner than others may take its runs.
const FENCE_MS = 5_000;

/** Says that this server is alive, by the clock of the database. */
export class Heartbeat {
  static readonly LIVING = `SELECT id FROM servers WHERE seen > now() - interval '${LEASE_MS} milliseconds'`;
  onLost = (): void => {};
  readonly #database: Statements;
  readonly #server: string;
  #timer: NodeJS.Timeout | undefined;
  #fence: NodeJS.Timeout | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #prunedAt = performance.now();
  #isBeating = false;
  #isStopped = false;

  constructor(database: Statements, server: string) {
    this.#database = database;
    this.#server = server;
  }

  get isBeating(): boolean {
    return this.#isBeating;
  }

  /** Counted from when it asked, on a clock that nobody sets. */
  get isHeld(): boolean {
    return performance.now() - this.#askedAt < FENCE_MS;
  }

  async start(): Promise<void> {
    await this.#beat();
    this.#later();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#fence);
    if (this.#isBeating) await this.#database.run('DELETE FROM servers WHERE id = ?', this.#server).catch(() => {});
  }

  #later(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#beat()
        .catch(() => {})
        .finally(() => this.#later());
    }, BEAT_MS).unref();
  }

  async #beat(): Promise<void> {
    const askedAt = performance.now();
    try {
      const sql = 'INSERT INTO servers (id, seen) VALUES (?, now()) ON CONFLICT (id) DO UPDATE SET seen = now()';
      await this.#database.run(sql, this.#server);
      this.#isBeating = true;
      this.#askedAt = askedAt;
      this.#fenceLater();
      await this.#prune();
    } catch (thrown) {
      this.#isBeating = false;
      throw thrown;
    }
  }

  async #prune(): Promise<void> {
    if (performance.now() - this.#prunedAt < PRUNE_MS) return;
    this.#prunedAt = performance.now();
    await this.#database.run(`DELETE FROM events WHERE created < now() - interval '${EVENTS_KEPT}'`);
    await this.#database.run(`DELETE FROM servers WHERE seen < now() - interval '${EVENTS_KEPT}'`);
  }

  #fenceLater(): void {
    clearTimeout(this.#fence);
    if (this.#isStopped) return;
    const rest = this.#askedAt + FENCE_MS - performance.now();
    this.#fence = setTimeout(() => this.onLost(), Math.max(0, rest)).unref();
  }
}
