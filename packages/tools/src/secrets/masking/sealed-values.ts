import type { Scan, Span } from './known-values.js';
import { spellingsOf } from './spellings.js';

// The first and the last signs of a value are compared before all of it is.
const ANCHOR = 4;
// What a person types in one conversation; the oldest value goes first.
const MAX_VALUES = 200;

interface Sealed {
  length: number;
  head: number;
  tail: number;
  digest: string;
}

// Digests by head, length and tail: however many values begin alike, each length is looked at once.
type Index = Map<number, Map<number, Map<number, string[]>>>;

/** Finds values by length and keyed hash, so that no log or dump of the process shows what a person typed. */
export class SealedValues {
  readonly #keys = [...new Uint32Array(crypto.getRandomValues(new Uint8Array(20)).buffer)].map((key) => key | 1);
  // In the order of use, by the digest of the value itself.
  readonly #values = new Map<string, readonly Sealed[]>();
  // Signs that no value begins with are passed over fast.
  readonly #begins = new Uint8Array(256);
  #index: Index | undefined;

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  readonly preparation = 0;
  readonly cost = 4;

  get matcher(): SealedValues {
    return this;
  }

  add(value: string): void {
    const known = this.#digest(value, 0, value.length);
    const sealed = this.#values.get(known) ?? this.#seal(value);
    this.#values.delete(known);
    this.#values.set(known, sealed);
    const [oldest] = this.#values.keys();
    if (this.#values.size > MAX_VALUES && oldest !== undefined) this.#values.delete(oldest);
    this.#index = undefined;
  }

  /** Where values begin between where the scan is and `to`. */
  find(text: string, scan: Scan, to: number): void {
    this.#index ??= indexOf([...this.#values.values()].flat());
    const last = Math.min(to, text.length - ANCHOR + 1);
    for (let start = scan.position; start < last; start++) {
      if (this.#begins[text.charCodeAt(start) & 255] === 0) continue;
      const lengths = this.#index.get(this.#anchor(text, start));
      if (lengths) this.#compare(text, start, lengths, scan.spans);
    }
    scan.position = to;
  }

  #compare(text: string, start: number, lengths: Map<number, Map<number, string[]>>, spans: Span[]): void {
    for (const [length, tails] of lengths) {
      const end = start + length;
      if (end > text.length) continue;
      const digests = tails.get(this.#anchor(text, end - ANCHOR));
      if (digests?.includes(this.#digest(text, start, end))) addSpan(spans, start, end);
    }
  }

  #seal(value: string): Sealed[] {
    const spellings = [...new Set(spellingsOf(value))].filter(({ length }) => length >= ANCHOR);
    return spellings.map((spelling) => {
      const { length } = spelling;
      this.#begins[spelling.charCodeAt(0) & 255] = 1;
      const [head, tail] = [this.#anchor(spelling, 0), this.#anchor(spelling, length - ANCHOR)];
      return { length, head, tail, digest: this.#digest(spelling, 0, length) };
    });
  }

  #anchor(text: string, start: number): number {
    return hash(text, start, start + ANCHOR, this.#keys[0] ?? 1);
  }

  #digest(text: string, start: number, end: number): string {
    const [, ...keys] = this.#keys;
    return keys.map((key) => hash(text, start, end, key).toString(36)).join('.');
  }
}

function indexOf(all: readonly Sealed[]): Index {
  const index: Index = new Map();
  for (const { head, length, tail, digest } of all) {
    const lengths = index.get(head) ?? new Map<number, Map<number, string[]>>();
    const tails = lengths.get(length) ?? new Map<number, string[]>();
    index.set(head, lengths.set(length, tails.set(tail, [...(tails.get(tail) ?? []), digest])));
  }
  return index;
}

function hash(text: string, start: number, end: number, key: number): number {
  let mixed = key;
  for (let index = start; index < end; index++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), key);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}

function addSpan(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1);
  if (last && start <= last.end) last.end = Math.max(last.end, end);
  else spans.push({ start, end });
}
