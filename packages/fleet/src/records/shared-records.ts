import { sleep } from '@btcp/protocol';
import { natsAway } from '../buckets/fleet-busy.js';
import type { Bus } from '../nats/bus.js';
import type { NatsBucket } from '../nats/nats-bucket.js';
import { seal, unseal } from '../sealing/sealed.js';

/** What is kept of links, tickets and sign-ins. */
export type RecordKind = 'link' | 'link-code' | 'ticket' | 'sign-in-code' | 'login' | 'person' | 'attempt' | 'token';

export interface SharedRecordsOptions {
  bus: Bus;
  key: Buffer;
  kind: RecordKind;
}

const BUCKETS = {
  link: 'codes',
  'link-code': 'codes',
  ticket: 'codes',
  'sign-in-code': 'codes',
  login: 'logins',
  person: 'logins',
  attempt: 'attempts',
  token: 'team',
} as const;
const WATCH_AGAIN_MS = 1_000;

/** Records that all gateways share, sealed: without the key of the fleet nobody at NATS can read or make one. */
export class SharedRecords<Value extends { expires: number }> {
  readonly #options: SharedRecordsOptions;
  readonly #listeners = new Set<(key: string) => void>();
  #isWatching = false;

  constructor(options: SharedRecordsOptions) {
    this.#options = options;
  }

  now(): number {
    return this.#options.bus.clock.now();
  }

  async get(key: string): Promise<{ value: Value; revision: number } | undefined> {
    const entry = await this.#ask((bucket) => bucket.get(this.#named(key)));
    const value = entry && this.#open(key, entry.value);
    return value && { value, revision: entry.revision };
  }

  async create(key: string, value: Value): Promise<boolean> {
    return (await this.#ask((bucket) => bucket.create(this.#named(key), this.#seal(key, value)))) !== undefined;
  }

  async update(key: string, value: Value, revision: number): Promise<boolean> {
    const sealed = this.#seal(key, value);
    return (await this.#ask((bucket) => bucket.update(this.#named(key), sealed, revision))) !== undefined;
  }

  remove(key: string, revision: number): Promise<boolean> {
    return this.#ask((bucket) => bucket.remove(this.#named(key), revision));
  }

  async keysOf(group: string): Promise<string[]> {
    const keys = await this.#ask((bucket) => bucket.keys(this.#named(`${group}.*`)));
    return keys.map((key) => key.slice(this.#named('').length));
  }

  onRemoved(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    const report = (key: string) => {
      for (const each of [...this.#listeners]) each(key.slice(this.#named('').length));
    };
    if (!this.#isWatching) this.#keepWatching(() => this.#bucket.watchRemoved(this.#named('>'), report));
    this.#isWatching = true;
    return () => this.#listeners.delete(listener);
  }

  /** Resolves with all records, then reports each change; a record that cannot be opened is left out. */
  async follow(listener: (key: string, value: Value) => void): Promise<void> {
    const report = (named: string, entry: { value: string } | undefined) => {
      const key = named.slice(this.#named('').length);
      const value = entry && this.#open(key, entry.value);
      if (value) listener(key, value);
    };
    for (const [named, entry] of await this.#ask((bucket) => bucket.entries(this.#named('*')))) report(named, entry);
    this.#keepWatching(() => this.#bucket.watch(report));
  }

  #keepWatching(watch: () => Promise<() => void>): void {
    let watching = this.#begin(watch);
    this.#options.bus.onStale(() => {
      watching = watching.then((stop) => stop()).then(() => this.#begin(watch));
    });
  }

  async #begin(watch: () => Promise<() => void>): Promise<() => void> {
    for (;;) {
      // Begun again when NATS is back.
      if (!this.#options.bus.isUp) return () => {};
      const stop = await watch().catch(() => undefined);
      if (stop) return stop;
      await sleep(WATCH_AGAIN_MS);
    }
  }

  get #bucket(): NatsBucket<string> {
    const { bus, kind } = this.#options;
    if (!bus.access) throw new Error('A worker has no records of gateways.');
    return bus.access[BUCKETS[kind]];
  }

  /** Throws where nobody knows what other servers have changed. */
  assertUp(): void {
    if (!this.#options.bus.isUp) throw natsAway();
  }

  async #ask<Answer>(question: (bucket: NatsBucket<string>) => Promise<Answer>): Promise<Answer> {
    this.assertUp();
    return question(this.#bucket).catch((thrown) => {
      throw natsAway(thrown);
    });
  }

  #named(key: string): string {
    return `${this.#options.kind}.${key}`;
  }

  #seal(key: string, value: Value): string {
    return seal(this.#options.key, [this.#named(key)], Buffer.from(JSON.stringify(value))).toString('base64');
  }

  // What was changed in NATS, or made with another key, is as good as missing.
  #open(key: string, sealed: string): Value | undefined {
    try {
      return JSON.parse(unseal(this.#options.key, [this.#named(key)], Buffer.from(sealed, 'base64')).toString());
    } catch {
      return undefined;
    }
  }
}
