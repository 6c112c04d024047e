import type { Records } from '@btcp/access';

// Streams end as a key is removed; requests that come later are refused by the records.
const MAX_ENDED = 10_000;

/** Keys of records that were removed while this server ran, at whichever server. */
export class EndedKeys {
  readonly #ended = new Set<string>();
  readonly #listeners = new Set<() => void>();

  constructor(records: Pick<Records<never>, 'onRemoved'>) {
    records.onRemoved((key) => this.#add(key));
  }

  has(key: string): boolean {
    return this.#ended.has(key);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(key: string): void {
    this.#ended.add(key);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    for (const listener of [...this.#listeners]) listener();
  }
}
