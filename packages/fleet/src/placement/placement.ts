import { BtcpError } from '@btcp/protocol';
import type { Bucket, Entry } from '../buckets/bucket.js';
import {
  epochOf,
  type FleetLabels,
  GONE,
  keyOfSession,
  type SessionRecord,
  type WorkerRecord,
} from '../buckets/records.js';
import { commonProtocol } from '../hop/protocol.js';
import { chooseWorker, type WorkerView } from './choose-worker.js';

/** Where requests of a session go, and the fencing token that they carry. */
export interface Placed {
  session: string;
  worker: string;
  url: string;
  revision: number;
  protocol: number;
}

/** A session that is to be placed. */
export interface Wanted {
  session: string;
  user: string;
  labels: FleetLabels;
  /** Kept with the session, unless the next one to place it has others. */
  claims?: string | undefined;
}

export interface PlacementOptions {
  sessions: Bucket<SessionRecord>;
  workers: Bucket<WorkerRecord>;
  seen(): readonly WorkerView[];
  hasState?(session: string, revision: number): Promise<boolean>;
  random?: () => number;
}

const MAX_RACES = 20;

/** Places sessions by compare-and-set. It decides by the buckets alone; what was seen only helps to choose. */
export class Placement {
  readonly #options: PlacementOptions;

  constructor(options: PlacementOptions) {
    this.#options = options;
  }

  /** Returns where a session is, or undefined if no worker with a lease has it. */
  async find(session: string): Promise<Placed | undefined> {
    const entry = await this.#options.sessions.get(keyOf(session));
    return entry && this.#owner(session, entry);
  }

  /** Returns where a session is, and places it if no worker has it; undefined if all workers are full. */
  async place(wanted: Wanted): Promise<Placed | undefined> {
    const { session } = wanted;
    const key = keyOf(session);
    for (let race = 0; race < MAX_RACES; race++) {
      const entry = await this.#options.sessions.get(key);
      const owner = entry && (await this.#owner(session, entry));
      if (owner) return owner;
      if (entry && !(await this.#isFree(entry.value))) continue;
      const worker = chooseWorker(this.#options.seen(), wanted.labels, this.#options.random);
      if (!worker) return undefined;
      const claims = wanted.claims ?? entry?.value.claims;
      const record = {
        ...{ session, user: wanted.user, labels: wanted.labels, worker: worker.id, epoch: worker.epoch },
        ...(claims === undefined ? {} : { claims }),
        ...(await this.#stateOf(session, entry)),
      };
      const revision = entry
        ? await this.#options.sessions.update(key, record, entry.revision)
        : await this.#options.sessions.create(key, record);
      // Somebody else was faster otherwise: what they wrote counts.
      const protocol = commonProtocol(worker.protocols);
      if (revision !== undefined && protocol !== undefined)
        return { session, worker: worker.id, url: worker.url, revision, protocol };
    }
    throw new BtcpError('busy', `Session ${session} is being placed by many gateways at once.`, {
      hint: 'Call again in a second.',
    });
  }

  /** Whether the lease under which this worker got its sessions is over. */
  async hasEnded({ worker, revision, session }: Placed): Promise<boolean> {
    const entry = await this.#options.sessions.get(keyOf(session));
    if (entry?.revision !== revision) return true;
    const lease = await this.#options.workers.get(worker);
    return !lease || epochOf(lease) !== entry.value.epoch;
  }

  async #owner(session: string, { value, revision }: Entry<SessionRecord>): Promise<Placed | undefined> {
    if (value.worker === '') return undefined;
    const lease = await this.#options.workers.get(value.worker);
    if (!lease || epochOf(lease) !== value.epoch) return undefined;
    const protocol = commonProtocol(lease.value.protocols);
    if (protocol === undefined) throw otherProtocol(session, value.worker, lease.value.version);
    return { session, worker: value.worker, url: lease.value.url, revision, protocol };
  }

  // A lease that is not found is declared gone by compare-and-set: a reader that is behind cannot take a session.
  async #isFree({ worker, epoch }: SessionRecord): Promise<boolean> {
    if (worker === '') return true;
    const { workers } = this.#options;
    const lease = await workers.get(worker);
    if (lease) return epochOf(lease) !== epoch;
    return (await workers.create(worker, GONE)) !== undefined;
  }

  // The state of the last owner, or the one that it began with if it stored none.
  async #stateOf(
    session: string,
    entry: Entry<SessionRecord> | undefined,
  ): Promise<Pick<SessionRecord, 'restoreFrom' | 'isLost'>> {
    if (!entry) return {};
    const { worker, restoreFrom, isLost } = entry.value;
    if (worker !== '' && (await this.#options.hasState?.(session, entry.revision)))
      return { restoreFrom: entry.revision };
    if (restoreFrom !== undefined) return { restoreFrom };
    return worker !== '' || isLost ? { isLost: true } : {};
  }
}

function otherProtocol(session: string, worker: string, version: string): BtcpError {
  return new BtcpError(
    'busy',
    `Session ${session} is on worker ${worker} of version ${version}, whose protocol this gateway does not speak.`,
    { hint: `Upgrade the gateway, or move the session: btcp fleet drain ${worker}` },
  );
}

function keyOf(session: string): string {
  const key = keyOfSession(session);
  if (key !== undefined) return key;
  throw new BtcpError('invalid_input', 'The name of the session is too long.', { hint: 'Use at most 512 characters.' });
}
