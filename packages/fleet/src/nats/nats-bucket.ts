import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry, KvWatchEntry } from '@nats-io/kv';
import type { Bucket, Entry } from '../buckets/bucket.js';

export class NatsBucket<Value> implements Bucket<Value> {
  readonly #kv: KV;
  readonly #timeout: number;
  readonly #onWritten: (at: Date) => void;

  /** `onWritten` is called with the time of NATS when an entry was written just now. */
  constructor(kv: KV, timeout: number, onWritten: (at: Date) => void = () => {}) {
    this.#kv = kv;
    this.#timeout = timeout;
    this.#onWritten = onWritten;
  }

  async get(key: string): Promise<Entry<Value> | undefined> {
    return entryOf(await this.#kv.get(key));
  }

  async create(key: string, value: Value): Promise<number | undefined> {
    return unlessOther(this.#kv.create(key, JSON.stringify(value)));
  }

  async update(key: string, value: Value, revision: number): Promise<number | undefined> {
    return unlessOther(this.#kv.update(key, JSON.stringify(value), revision, this.#timeout));
  }

  async put(key: string, value: Value): Promise<number> {
    return this.#kv.put(key, JSON.stringify(value));
  }

  async remove(key: string, revision: number): Promise<boolean> {
    const removed = this.#kv.delete(key, { previousSeq: revision }).then(() => true);
    return (await unlessOther(removed)) ?? false;
  }

  async keys(filter: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of await this.#kv.keys(filter)) keys.push(key);
    return keys;
  }

  async entries(filter: string): Promise<[key: string, entry: Entry<Value>][]> {
    const keys = await this.keys(filter);
    const found = await Promise.all(keys.map(async (key) => [key, await this.get(key)] as const));
    return found.flatMap(([key, entry]) => (entry ? [[key, entry] as [string, Entry<Value>]] : []));
  }

  /** Reads an entry that was written a moment ago, for its time. */
  async readTime(key: string): Promise<void> {
    const entry = await this.#kv.get(key);
    if (entry) this.#onWritten(entry.created);
  }

  /** Reports every entry, then every change, until it is stopped. */
  async watch(onEntry: (key: string, entry: Entry<Value> | undefined) => void): Promise<() => void> {
    const entries = await this.#kv.watch();
    void follow(entries, (entry) => {
      if (entry.isUpdate) this.#onWritten(entry.created);
      onEntry(entry.key, entryOf(entry));
    });
    return () => entries.stop();
  }

  /** Reports every key that matches and was removed, also before, until it is stopped. */
  async watchRemoved(filter: string, onRemoved: (key: string) => void): Promise<() => void> {
    const entries = await this.#kv.watch({ key: filter, headers_only: true });
    void follow(entries, ({ key, operation }) => {
      if (operation !== 'PUT') onRemoved(key);
    });
    return () => entries.stop();
  }
}

async function follow(entries: AsyncIterable<KvWatchEntry>, onEntry: (entry: KvWatchEntry) => void): Promise<void> {
  for await (const entry of entries) onEntry(entry);
}

function entryOf<Value>(entry: KvEntry | null): Entry<Value> | undefined {
  return entry?.operation === 'PUT' ? { value: entry.json<Value>(), revision: entry.revision } : undefined;
}

// Undefined where the key has another revision than was expected.
async function unlessOther<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (thrown) {
    const code = thrown instanceof JetStreamApiError ? thrown.code : undefined;
    if (code === JetStreamApiCodes.StreamWrongLastSequence || code === WRONG_LAST_SEQUENCE_UNKNOWN) return undefined;
    throw thrown;
  }
}

const WRONG_LAST_SEQUENCE_UNKNOWN = 10_164;
