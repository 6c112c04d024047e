import type { Captured } from '@btcp/tools';

/** The newest entries, up to a number; it counts what it had to drop. */
export class BoundedLog<T> {
  readonly #limit: number;
  #entries: T[] = [];
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(entry: T): void {
    this.#entries.push(entry);
    // Cut rarely and by the half, since moving a long list for each new entry would cost more than the entry.
    if (this.#entries.length < this.#limit * 2) return;
    this.#entries = this.#entries.slice(-this.#limit);
    this.#dropped += this.#limit;
  }

  /** Oldest first. */
  read(): Captured<T> {
    const hidden = Math.max(0, this.#entries.length - this.#limit);
    return { entries: this.#entries.slice(hidden), dropped: this.#dropped + hidden };
  }

  /** Forgets all, and tells how many entries that were. */
  clear(): number {
    const { entries } = this.read();
    this.#entries = [];
    this.#dropped = 0;
    return entries.length;
  }
}
