import type { SnapshotOptions } from '@btcp/protocol';
import type { Line } from './line.js';

const KEPT = 4;
/** How many states of the whole page before the last are remembered: a menu that closes brings one of them back. */
const EARLIER = 4;
/** The whole page, told in the usual way. */
const WHOLE = keyOf({});

/** The last snapshot of each kind, to tell what has changed since. */
export class SnapshotMemory {
  readonly #lines = new Map<string, readonly Line[]>();
  #earlier: (readonly Line[])[] = [];
  #replaced: { key: string; lines: readonly Line[] | undefined } | undefined;

  /** Keeps these lines and hands back those of the last snapshot with the same options. */
  exchange(options: SnapshotOptions, lines: readonly Line[]): readonly Line[] | undefined {
    const key = keyOf(options);
    const before = this.#lines.get(key);
    if (before && key === WHOLE) this.#earlier = [before, ...this.#earlier].slice(0, EARLIER);
    this.#replaced = { key, lines: before };
    this.#lines.delete(key);
    this.#lines.set(key, lines);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > KEPT && oldest !== undefined) this.#lines.delete(oldest);
    return before;
  }

  /** Keeps what it has: what is taken next is no snapshot to compare with, and taking it back changes nothing. */
  keep(): void {
    this.#replaced = undefined;
  }

  /** Forgets the last snapshot, which is to be taken again. */
  takeBack(): void {
    if (!this.#replaced) return;
    const { key, lines } = this.#replaced;
    this.#replaced = undefined;
    if (lines && key === WHOLE) this.#earlier = this.#earlier.slice(1);
    if (lines) this.#lines.set(key, lines);
    else this.#lines.delete(key);
  }

  /** The whole page as it was before the last snapshots, the newest first. */
  get earlier(): readonly (readonly Line[])[] {
    return this.#earlier;
  }

  /** The lines of the last snapshot with these options. */
  last(options: SnapshotOptions): readonly Line[] | undefined {
    return this.#lines.get(keyOf(options));
  }
}

/** What makes two snapshots comparable; how long they may be and how they are told does not. */
function keyOf({ selector, interactive, compact, maxDepth, viewport }: SnapshotOptions): string {
  return JSON.stringify([selector, !!interactive, !!compact, maxDepth, !!viewport]);
}
