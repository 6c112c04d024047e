/** A part of a text, from `start` up to `end`. */
export interface Span {
  start: number;
  end: number;
}

const ROOT = 0;
// More than a UTF-16 code unit can be, so that state and unit make one key.
const UNITS = 0x1_0000;

/** Finds any of many values in one pass (Aho–Corasick): a page chooses text and values, and only the text costs. */
export class KnownValues {
  readonly #next = new Map<number, number>();
  readonly #fallback: number[] = [ROOT];
  // The length of the longest value that ends here, 0 for none.
  readonly #length: number[] = [0];
  // Units that no value begins with are passed over fast.
  readonly #begins = new Uint8Array(256);

  constructor(values: Iterable<string>) {
    for (const value of values) this.#add(value);
    this.#link();
  }

  /** Where values stand between `from` and `to`; `scan` keeps what has begun for the text that follows. */
  find(text: string, scan: Scan, to: number): void {
    let { state } = scan;
    for (let index = scan.position; index < to; index++) {
      const unit = text.charCodeAt(index);
      if (state === ROOT && this.#begins[unit & 255] === 0) continue;
      state = this.#step(state, unit);
      const length = this.#length[state] ?? 0;
      if (length > 0) addSpan(scan.spans, index + 1 - length, index + 1);
    }
    scan.state = state;
    scan.position = to;
  }

  #add(value: string): void {
    if (value === '') return;
    let state = ROOT;
    for (let index = 0; index < value.length; index++) {
      const key = state * UNITS + value.charCodeAt(index);
      let next = this.#next.get(key);
      if (next === undefined) {
        next = this.#length.length;
        this.#next.set(key, next);
        this.#length.push(0);
        this.#fallback.push(ROOT);
      }
      state = next;
    }
    this.#length[state] = value.length;
    this.#begins[value.charCodeAt(0) & 255] = 1;
  }

  // Sets the fallbacks, the shortest beginnings first. The keys of one state are added before those of its successors.
  #link(): void {
    const successors = new Map<number, [unit: number, next: number][]>();
    for (const [key, next] of this.#next) {
      const state = Math.floor(key / UNITS);
      const known = successors.get(state);
      if (known) known.push([key % UNITS, next]);
      else successors.set(state, [[key % UNITS, next]]);
    }
    const queue = [ROOT];
    for (const state of queue) {
      for (const [unit, next] of successors.get(state) ?? []) {
        const fallback = state === ROOT ? ROOT : this.#step(this.#fallback[state] ?? ROOT, unit);
        this.#fallback[next] = fallback;
        this.#length[next] ||= this.#length[fallback] ?? 0;
        queue.push(next);
      }
    }
  }

  #step(from: number, unit: number): number {
    let state = from;
    for (;;) {
      const next = this.#next.get(state * UNITS + unit);
      if (next !== undefined) return next;
      if (state === ROOT) return ROOT;
      state = this.#fallback[state] ?? ROOT;
    }
  }
}

export class Scan {
  state = ROOT;
  position = 0;
  readonly spans: Span[] = [];
}

// Spans that overlap become one; they come in the order of their ends.
function addSpan(spans: Span[], start: number, end: number): void {
  let begin = start;
  for (let last = spans.at(-1); last && last.end > begin; last = spans.at(-1)) {
    begin = Math.min(begin, last.start);
    spans.pop();
  }
  spans.push({ start: begin, end });
}
