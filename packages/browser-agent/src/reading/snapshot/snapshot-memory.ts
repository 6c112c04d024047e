import type { SnapshotOptions } from '@btcp/protocol';
import { Traces } from '../heirs/traces.js';
import type { Line } from './line.js';

const MAX_KINDS = 4;
const MAX_EARLIER = 4;
const WHOLE = keyOf({});

export class SnapshotMemory {
  readonly #lines = new Map<string, readonly Line[]>();
  #earlier: (readonly Line[])[] = [];
  #replaced: { key: string; lines: readonly Line[] | undefined; undoTrace: () => void } | undefined;

  readonly traces: Traces;

  constructor(traces: Traces = new Traces()) {
    this.traces = traces;
  }

  exchange(
    options: SnapshotOptions,
    lines: readonly Line[],
    undoTrace: () => void = () => {},
  ): readonly Line[] | undefined {
    const key = keyOf(options);
    const before = this.#lines.get(key);
    if (before && key === WHOLE) this.#earlier = [before, ...this.#earlier].slice(0, MAX_EARLIER);
    this.#replaced = { key, lines: before, undoTrace };
    this.#lines.delete(key);
    this.#lines.set(key, lines);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > MAX_KINDS && oldest !== undefined) this.#lines.delete(oldest);
    return before;
  }

  /** The next reading is no snapshot to compare with, and undoing it changes nothing. */
  keep(): void {
    this.#replaced = undefined;
  }

  takeBack(): void {
    if (!this.#replaced) return;
    const { key, lines, undoTrace } = this.#replaced;
    undoTrace();
    this.#replaced = undefined;
    if (lines && key === WHOLE) this.#earlier = this.#earlier.slice(1);
    if (lines) this.#lines.set(key, lines);
    else this.#lines.delete(key);
  }

  get earlier(): readonly (readonly Line[])[] {
    return this.#earlier;
  }

  last(options: SnapshotOptions): readonly Line[] | undefined {
    return this.#lines.get(keyOf(options));
  }
}

// Limits and rendering do not make snapshots incomparable.
function keyOf({ selector, interactive, compact, maxDepth, viewport }: SnapshotOptions): string {
  return JSON.stringify([selector, !!interactive, !!compact, maxDepth, !!viewport]);
}
