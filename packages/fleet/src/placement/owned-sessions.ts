import type { Bucket, Entry } from '../buckets/bucket.js';
import { keyOfSession, type SessionRecord } from '../buckets/records.js';
import type { Lease } from '../leases/lease.js';

/** Why a worker does not serve a request: its lease is over, the session is another's, or it has no slot. */
export type Refusal = 'fenced' | 'stale' | 'full';

/** A session in the hands of this worker. */
export interface OwnedSession {
  session: string;
  revision: number;
  epoch: number;
  restoreFrom: number | undefined;
  /** Its last worker was lost, and no state of it is stored. */
  isLost: boolean;
  claims: string | undefined;
}

export interface OwnedSessionsOptions {
  lease: Lease;
  sessions: Bucket<SessionRecord>;
  slots: number;
  /** Called for a session that is no longer this worker's: it ends what it has of it. */
  onLost(session: string): void;
}

const MAX_GIVEN_UP = 10_000;

/** What one worker owns: the one place that decides whether it may act in a session. */
export class OwnedSessions {
  readonly #options: OwnedSessionsOptions;
  readonly #owned = new Map<string, OwnedSession>();
  // The revisions that this worker has given up: an answer of the bucket from before must not bring one back.
  readonly #givenUp = new Map<string, number>();

  constructor(options: OwnedSessionsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#owned.size;
  }

  get all(): OwnedSession[] {
    return [...this.#owned.values()];
  }

  holds(session: string): boolean {
    const { lease } = this.#options;
    return lease.isHeld && this.#owned.get(session)?.epoch === lease.epoch;
  }

  /** Admits a request that carries this revision. A newer one than is known is looked up once, an older one is refused. */
  async admit(session: string, revision: number): Promise<OwnedSession | Refusal> {
    const { lease } = this.#options;
    if (!lease.isHeld) return 'fenced';
    const owned = this.#owned.get(session);
    if (owned && revision < owned.revision) return 'stale';
    if (owned?.revision === revision) return this.holds(session) ? owned : 'fenced';
    return this.#adopt(session, revision);
  }

  /** After the lease was lost and won again: keeps what nobody took meanwhile, and ends the rest. */
  async reclaim(): Promise<void> {
    const { lease } = this.#options;
    await Promise.all(
      this.all.filter(({ epoch }) => epoch !== lease.epoch).map((owned) => this.#reclaimOne(owned, lease.epoch)),
    );
  }

  /** Gives a session up; one that is kept goes on at another worker, from its saved state. False if it was another's already. */
  async release(session: string, isKept: boolean): Promise<boolean> {
    const { sessions } = this.#options;
    const owned = this.#owned.get(session);
    const key = keyOfSession(session);
    if (!owned || key === undefined) return false;
    // First: from here on no request is served.
    this.#giveUp(owned);
    if (!isKept) return sessions.remove(key, owned.revision);
    const entry = await sessions.get(key);
    if (entry?.revision !== owned.revision) return false;
    const state = owned.restoreFrom === undefined ? { isLost: true } : from(owned.restoreFrom);
    const parked = { ...entry.value, worker: '', epoch: 0, ...state };
    return (await sessions.update(key, parked, owned.revision)) !== undefined;
  }

  owned(session: string): OwnedSession | undefined {
    return this.#owned.get(session);
  }

  /** Notes that a state of the session is stored under this revision; returns the one that it replaces. */
  saved(session: string, revision: number): number | undefined {
    const owned = this.#owned.get(session);
    const older = owned?.restoreFrom;
    if (owned) owned.restoreFrom = revision;
    return older === revision ? undefined : older;
  }

  async #adopt(session: string, revision: number): Promise<OwnedSession | Refusal> {
    const { lease, sessions, slots } = this.#options;
    const key = keyOfSession(session);
    const entry = key === undefined ? undefined : await sessions.get(key);
    const before = this.#owned.get(session);
    const { epoch } = lease;
    if (epoch === undefined || !this.#isOurs(entry, epoch)) {
      // A newer owner was written while this worker has it: what is left here is nobody's.
      if (before && entry?.revision !== before.revision) this.#lose(before);
      return 'stale';
    }
    if (entry.revision !== revision || revision <= (this.#givenUp.get(session) ?? 0)) return 'stale';
    if (!before && this.count >= slots) {
      // Nothing of it is here, so another worker can have it at once.
      this.#noteGivenUp(session, revision);
      await sessions.update(key ?? '', { ...entry.value, worker: '', epoch: 0 }, revision);
      return 'full';
    }
    // Another worker may have had it in between: the browser that is left here is of before that.
    const isSame = before?.revision === revision || before?.revision === entry.value.continues;
    if (before && !isSame) this.#lose(before);
    const owned = before?.revision === revision ? before : ownedOf(session, entry, epoch);
    this.#owned.set(session, owned);
    return this.holds(session) ? owned : 'fenced';
  }

  async #reclaimOne(owned: OwnedSession, epoch: number | undefined): Promise<void> {
    const { sessions, lease } = this.#options;
    const { session, revision, restoreFrom } = owned;
    const key = keyOfSession(session) ?? '';
    const entry = await sessions.get(key);
    if (epoch === undefined || epoch !== lease.epoch) return;
    const isUntouched = entry?.revision === revision && entry.value.worker === lease.worker;
    const next = isUntouched && { ...entry.value, epoch, continues: revision, ...from(restoreFrom) };
    const written = next ? await sessions.update(key, next, revision) : undefined;
    // It may have been given up, or placed here again, meanwhile.
    if (this.#owned.get(session) !== owned) return;
    if (written === undefined) this.#lose(owned);
    else this.#owned.set(session, { ...owned, revision: written, epoch });
  }

  #isOurs(entry: Entry<SessionRecord> | undefined, epoch: number): entry is Entry<SessionRecord> {
    return entry?.value.worker === this.#options.lease.worker && entry.value.epoch === epoch;
  }

  #lose(owned: OwnedSession): void {
    this.#giveUp(owned);
    this.#options.onLost(owned.session);
  }

  #giveUp({ session, revision }: OwnedSession): void {
    this.#owned.delete(session);
    this.#noteGivenUp(session, revision);
  }

  #noteGivenUp(session: string, revision: number): void {
    this.#givenUp.delete(session);
    this.#givenUp.set(session, revision);
    const [oldest] = this.#givenUp.keys();
    if (this.#givenUp.size > MAX_GIVEN_UP && oldest !== undefined) this.#givenUp.delete(oldest);
  }
}

function ownedOf(session: string, { revision, value }: Entry<SessionRecord>, epoch: number): OwnedSession {
  return {
    session,
    revision,
    epoch,
    restoreFrom: value.restoreFrom,
    isLost: value.isLost === true,
    claims: value.claims,
  };
}

function from(restoreFrom: number | undefined): Pick<SessionRecord, 'restoreFrom'> {
  return restoreFrom === undefined ? {} : { restoreFrom };
}
