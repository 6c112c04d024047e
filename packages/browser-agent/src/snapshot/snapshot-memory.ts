import type { SnapshotOptions } from '@btcp/protocol';

const KEPT = 4;

/** The last snapshot of each kind, to tell what has changed since. */
export class SnapshotMemory {
  readonly #lines = new Map<string, readonly string[]>();

  /** Keeps these lines and hands back those of the last snapshot with the same options. */
  exchange(options: SnapshotOptions, lines: readonly string[]): readonly string[] | undefined {
    const { selector, interactive, compact, maxDepth, viewport } = options;
    const key = JSON.stringify([selector, !!interactive, !!compact, maxDepth, !!viewport]);
    const before = this.#lines.get(key);
    this.#lines.delete(key);
    this.#lines.set(key, lines);
    const [oldest] = this.#lines.keys();
    if (this.#lines.size > KEPT && oldest !== undefined) this.#lines.delete(oldest);
    return before;
  }
}
