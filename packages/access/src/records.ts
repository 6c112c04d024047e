/** A value under a key, and the number of the write that stored it. */
export interface StoredRecord<Value> {
  value: Value;
  revision: number;
}

/** Records that end at a time, written by compare-and-set: of one server, or of all servers of a fleet. */
export interface Records<Value extends { expires: number }> {
  /** The clock that `expires` counts by, in milliseconds since 1970. */
  now(): number;
  get(key: string): Promise<StoredRecord<Value> | undefined>;
  /** False if the key exists. */
  create(key: string, value: Value): Promise<boolean>;
  /** False if the key has another revision than `revision`. */
  update(key: string, value: Value, revision: number): Promise<boolean>;
  /** False if the key has another revision than `revision`. */
  remove(key: string, revision: number): Promise<boolean>;
  /** Keys such as `group.name` of one group. */
  keysOf(group: string): Promise<string[]>;
  /** Calls the listener with each key that was removed, at whichever server. */
  onRemoved(listener: (key: string) => void): () => void;
}

interface OwnRecordsOptions {
  // The oldest ones make room for new ones; unlimited when left out.
  max?: number;
  rememberedMs?: number;
}

/** Records of this process. */
export class OwnRecords<Value extends { expires: number }> implements Records<Value> {
  readonly #records = new Map<string, StoredRecord<Value>>();
  readonly #listeners = new Set<(key: string) => void>();
  readonly #max: number;
  readonly #rememberedMs: number;
  #writes = 0;

  constructor({ max = Number.POSITIVE_INFINITY, rememberedMs = 0 }: OwnRecordsOptions = {}) {
    this.#max = max;
    this.#rememberedMs = rememberedMs;
  }

  now(): number {
    return Date.now();
  }

  async get(key: string): Promise<StoredRecord<Value> | undefined> {
    return this.#records.get(key);
  }

  async create(key: string, value: Value): Promise<boolean> {
    if (this.#records.has(key)) return false;
    this.#makeRoom();
    this.#write(key, value);
    return true;
  }

  async update(key: string, value: Value, revision: number): Promise<boolean> {
    if (this.#records.get(key)?.revision !== revision) return false;
    this.#write(key, value);
    return true;
  }

  async remove(key: string, revision: number): Promise<boolean> {
    if (this.#records.get(key)?.revision !== revision) return false;
    this.#records.delete(key);
    this.changed(() => this.#values());
    for (const listener of [...this.#listeners]) listener(key);
    return true;
  }

  async keysOf(group: string): Promise<string[]> {
    return [...this.#records.keys()].filter((key) => key.startsWith(`${group}.`));
  }

  onRemoved(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(_all: () => Value[]): void {}

  #values(): Value[] {
    return [...this.#records.values()].map(({ value }) => value);
  }

  // The one that was written last comes last.
  #write(key: string, value: Value): void {
    this.#records.delete(key);
    this.#records.set(key, { value, revision: ++this.#writes });
    this.changed(() => this.#values());
  }

  #makeRoom(): void {
    const ended = Date.now() - this.#rememberedMs;
    for (const [key, { value }] of this.#records) if (value.expires < ended) this.#records.delete(key);
    const [oldest] = this.#records.keys();
    if (this.#records.size >= this.#max && oldest !== undefined) this.#records.delete(oldest);
  }
}
