import { sleep } from '@btcp/protocol';
import type { Bucket, Entry } from '../buckets/bucket.js';
import type { SessionRecord } from '../buckets/records.js';
import { mayWrite } from '../placement/allowed-by-worker.js';
import type { Bus } from './bus.js';

interface Wish {
  key: string;
  revision: number;
  next?: SessionRecord;
}

interface Granted {
  revision?: number;
  error?: string;
}

const SUBJECT = 'btcp.sessions';
const GATEWAYS = 'gateways';
const MAX_TRIES = 10;
const TRY_AGAIN_MS = 200;

/** Lets a gateway write for workers, which must not place sessions: NATS permits them their own subject only. */
export function serveWorkers(bus: Bus): void {
  bus.answer(`${SUBJECT}.*`, GATEWAYS, async (subject, body): Promise<Granted> => {
    const { key, revision, next } = body as Wish;
    const before = await bus.sessions.get(key);
    if (before?.revision !== revision) return {};
    if (!mayWrite(subject.slice(SUBJECT.length + 1), before.value, next)) return { error: 'not allowed to a worker' };
    if (next) return written(await bus.sessions.update(key, next, revision));
    return (await bus.sessions.remove(key, revision)) ? { revision } : {};
  });
}

/** The sessions as a worker writes them: through a gateway. */
export class RelayedSessions implements Bucket<SessionRecord> {
  readonly #bus: Bus;
  readonly #name: string;

  constructor(bus: Bus, name: string) {
    this.#bus = bus;
    this.#name = name;
  }

  get(key: string): Promise<Entry<SessionRecord> | undefined> {
    return this.#bus.sessions.get(key);
  }

  create(): Promise<number | undefined> {
    throw new Error('A worker places no sessions.');
  }

  async update(key: string, next: SessionRecord, revision: number): Promise<number | undefined> {
    const granted = await this.#ask({ key, revision, next });
    return granted ? granted.revision : this.#bus.sessions.update(key, next, revision);
  }

  async remove(key: string, revision: number): Promise<boolean> {
    const granted = await this.#ask({ key, revision });
    return granted ? granted.revision !== undefined : this.#bus.sessions.remove(key, revision);
  }

  // Undefined if no gateway is there: then the worker writes itself, where NATS permits it.
  async #ask(wish: Wish): Promise<Granted | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const granted = (await this.#bus.ask(`${SUBJECT}.${this.#name}`, wish)) as Granted | undefined;
      if (granted?.error !== undefined) throw new Error(granted.error);
      if (granted) return granted;
      await sleep(TRY_AGAIN_MS);
    }
    return undefined;
  }
}

function written(revision: number | undefined): Granted {
  return revision === undefined ? {} : { revision };
}
