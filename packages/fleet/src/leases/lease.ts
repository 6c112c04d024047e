import type { Bucket } from '../buckets/bucket.js';
import { epochOf, type WorkerRecord } from '../buckets/records.js';

export interface LeaseOptions {
  worker: string;
  workers: Bucket<WorkerRecord>;
  /** How long the bucket keeps a lease after its last write, in milliseconds. */
  ttl: number;
  /** Milliseconds of a clock that never goes back, and also counts while this process is stopped. */
  now(): number;
  /** How much of the TTL a worker serves without a renewal; five sixths when left out. */
  fenceAt?: number;
}

const FENCE_AT = 5 / 6;

/** The lease of one worker, counted from its request: it falls silent before anybody may take its sessions. */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #servesFor: number;
  #entry: { revision: number; epoch: number } | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#servesFor = options.ttl * (options.fenceAt ?? FENCE_AT);
  }

  get worker(): string {
    return this.#options.worker;
  }

  get isHeld(): boolean {
    return this.#entry !== undefined && this.servesForMs > 0;
  }

  get servesForMs(): number {
    return this.#askedAt + this.#servesFor - this.#options.now();
  }

  get epoch(): number | undefined {
    return this.#entry?.epoch;
  }

  async renew(record: Omit<WorkerRecord, 'epoch'>): Promise<void> {
    const known = this.#entry;
    if (known && (await this.#extend(record, known))) return;
    // An earlier write may have been stored though its answer was lost.
    const found = await this.#options.workers.get(this.worker);
    if (found && found.value.state !== 'gone') {
      await this.#extend(record, { revision: found.revision, epoch: epochOf(found) });
    } else await this.#begin(record, found?.revision);
  }

  /** Gives the lease back: its sessions may be taken at once. */
  async giveBack(): Promise<void> {
    const entry = this.#entry;
    this.#entry = undefined;
    if (entry) await this.#options.workers.remove(this.worker, entry.revision);
  }

  async #extend(record: Omit<WorkerRecord, 'epoch'>, { revision, epoch }: { revision: number; epoch: number }) {
    const asked = this.#options.now();
    const written = await this.#options.workers.update(this.worker, { ...record, epoch }, revision);
    if (written !== undefined) this.#keep(asked, written, epoch);
    return written !== undefined;
  }

  async #begin(record: Omit<WorkerRecord, 'epoch'>, gone: number | undefined): Promise<void> {
    const { workers, now } = this.#options;
    const asked = now();
    const revision = await (gone === undefined
      ? workers.create(this.worker, record)
      : workers.update(this.worker, record, gone));
    if (revision !== undefined) this.#keep(asked, revision, revision);
  }

  #keep(asked: number, revision: number, epoch: number): void {
    this.#askedAt = asked;
    this.#entry = { revision, epoch };
  }
}
