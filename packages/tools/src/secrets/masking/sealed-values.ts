import type { Scan, Span } from './known-values.js';
import { spellingsOf } from './spellings.js';

/** The first and the last signs of a value are compared before all of it is. */
const ANCHOR = 4;
/** What a person types in one conversation; the oldest value goes first. */
const MAX_VALUES = 200;

interface Sealed {
  length: number;
  /** The hash of its last signs. */
  tail: number;
  digest: string;
}

/**
 * Finds values without keeping them: of each it has the length and hashes under a key that was made for this process. No
 * log, dump or extension of the process shows what a person typed in private.
 */
export class SealedValues {
  readonly #keys = [...new Uint32Array(crypto.getRandomValues(new Uint8Array(20)).buffer)].map((key) => key | 1);
  /** By the hash of their first signs. */
  readonly #byHead = new Map<number, Sealed[]>();
  /** Signs that no value begins with are passed over fast. */
  readonly #begins = new Uint8Array(256);
  /** In the order of use, by the digest of the value itself. */
  readonly #values = new Map<string, readonly { head: number; sealed: Sealed }[]>();

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Nothing is prepared for a search. */
  readonly preparation = 0;

  get matcher(): SealedValues {
    return this;
  }

  add(value: string): void {
    const known = this.#digest(value, 0, value.length);
    const had = this.#values.get(known);
    this.#values.delete(known);
    this.#values.set(known, had ?? this.#seal(value));
    const [oldest] = this.#values.keys();
    if (this.#values.size > MAX_VALUES && oldest !== undefined) this.#forget(oldest);
  }

  /** Where values begin between where the scan is and `to`. */
  find(text: string, scan: Scan, to: number): void {
    for (let start = scan.position; start < to && start + ANCHOR <= text.length; start++) {
      if (this.#begins[text.charCodeAt(start) & 255] === 0) continue;
      const candidates = this.#byHead.get(this.#anchor(text, start));
      if (!candidates) continue;
      for (const { length, tail, digest } of candidates) {
        const end = start + length;
        if (end > text.length || this.#anchor(text, end - ANCHOR) !== tail) continue;
        if (this.#digest(text, start, end) === digest) addSpan(scan.spans, start, end);
      }
    }
    scan.position = to;
  }

  #seal(value: string): { head: number; sealed: Sealed }[] {
    const spellings = [...new Set(spellingsOf(value))].filter(({ length }) => length >= ANCHOR);
    return spellings.map((spelling) => {
      const { length } = spelling;
      const head = this.#anchor(spelling, 0);
      this.#begins[spelling.charCodeAt(0) & 255] = 1;
      const tail = this.#anchor(spelling, length - ANCHOR);
      const sealed = { length, tail, digest: this.#digest(spelling, 0, length) };
      this.#byHead.set(head, [...(this.#byHead.get(head) ?? []), sealed]);
      return { head, sealed };
    });
  }

  #forget(known: string): void {
    for (const { head, sealed } of this.#values.get(known) ?? []) {
      const others = (this.#byHead.get(head) ?? []).filter((each) => each !== sealed);
      if (others.length > 0) this.#byHead.set(head, others);
      else this.#byHead.delete(head);
    }
    this.#values.delete(known);
  }

  #anchor(text: string, start: number): number {
    return this.#hash(text, start, start + ANCHOR, this.#keys[0] ?? 1);
  }

  #digest(text: string, start: number, end: number): string {
    const [, ...keys] = this.#keys;
    return keys.map((key) => this.#hash(text, start, end, key).toString(36)).join('.');
  }

  #hash(text: string, start: number, end: number, key: number): number {
    let hash = key;
    for (let index = start; index < end; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), key);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}

/** They come in the order of their starts. */
function addSpan(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1);
  if (last && start <= last.end) last.end = Math.max(last.end, end);
  else spans.push({ start, end });
}
