import type { Captured } from '@btcp/tools';

/** The newest entries, up to a number and to a size; it counts what it had to drop. */
export class BoundedLog<T> {
  readonly #mostEntries: number;
  readonly #mostCharacters: number;
  readonly #sizeOf: (entry: T) => number;
  /** While set, nothing is kept. */
  isPaused = false;
  #entries: T[] = [];
  #sizes: number[] = [];
  #size = 0;
  #dropped = 0;

  constructor(mostEntries: number, mostCharacters: number, sizeOf: (entry: T) => number) {
    this.#mostEntries = mostEntries;
    this.#mostCharacters = mostCharacters;
    this.#sizeOf = sizeOf;
  }

  add(entry: T): void {
    if (this.isPaused) return;
    const size = this.#sizeOf(entry);
    this.#entries.push(entry);
    this.#sizes.push(size);
    this.#size += size;
    // Cut rarely and by much, since moving a long list for each new entry would cost more than the entry.
    if (this.#entries.length >= this.#mostEntries * 2 || this.#size >= this.#mostCharacters * 2) this.#cut();
  }

  /** Oldest first. */
  read(): Captured<T> {
    this.#cut();
    return { entries: [...this.#entries], dropped: this.#dropped };
  }

  /** Forgets all, and tells how many entries that were. */
  clear(): number {
    const { entries } = this.read();
    this.#entries = [];
    this.#sizes = [];
    this.#size = 0;
    this.#dropped = 0;
    return entries.length;
  }

  #cut(): void {
    let cut = 0;
    let size = this.#size;
    while (
      this.#entries.length - cut > this.#mostEntries ||
      (size > this.#mostCharacters && cut < this.#entries.length - 1)
    ) {
      size -= this.#sizes[cut] ?? 0;
      cut++;
    }
    this.#entries = this.#entries.slice(cut);
    this.#sizes = this.#sizes.slice(cut);
    this.#size = size;
    this.#dropped += cut;
  }
}
