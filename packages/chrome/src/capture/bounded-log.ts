import type { Captured } from '@btcp/tools';

export class BoundedLog<T> {
  readonly #mostEntries: number;
  readonly #mostCharacters: number;
  readonly #sizeOf: (entry: T) => number;
  isPaused = false;
  #entries: T[] = [];
  #sizes: number[] = [];
  #size = 0;
  #dropped = 0;
  #added = 0;

  constructor(mostEntries: number, mostCharacters: number, sizeOf: (entry: T) => number) {
    this.#mostEntries = mostEntries;
    this.#mostCharacters = mostCharacters;
    this.#sizeOf = sizeOf;
  }

  add(entry: T): void {
    if (this.isPaused) return;
    const size = this.#sizeOf(entry);
    this.#added++;
    this.#entries.push(entry);
    this.#sizes.push(size);
    this.#size += size;
    // Moving a long list for each new entry would cost more than the entry.
    if (this.#entries.length >= this.#mostEntries * 2 || this.#size >= this.#mostCharacters * 2) this.#cut();
  }

  get added(): number {
    return this.#added;
  }

  since(mark: number): T[] {
    const count = Math.min(this.#added - mark, this.#entries.length);
    return count > 0 ? this.#entries.slice(-count) : [];
  }

  read(): Captured<T> {
    this.#cut();
    return { entries: [...this.#entries], dropped: this.#dropped };
  }

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
