import { BtcpError, type ErrorData, type Inspection, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { adoptClosedRoot } from './aria/dom.js';
import { inspect } from './aria/inspect.js';
import { locate } from './locate.js';
import { RefTable } from './refs.js';
import { rememberClickable } from './snapshot/clickable.js';
import { SnapshotMemory } from './snapshot/snapshot-memory.js';
import { takeSnapshot } from './snapshot/take-snapshot.js';

/** An answer that survives the way out of the page, where exceptions lose their fields. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** What Chrome calls inside a frame. One instance lives as long as its document. */
export class PageAgent {
  readonly #document: Document;
  readonly #refs = new RefTable();
  readonly #memory = new SnapshotMemory();

  constructor(document: Document) {
    this.#document = document;
  }

  snapshot(options?: SnapshotOptions): Answer<Snapshot> {
    return answer(() => takeSnapshot(this.#document, this.#refs, options, this.#memory));
  }

  /** Makes the refs of this frame unlike those of the others: `f2` gives `f2e1`. Call it before the first snapshot. */
  useRefPrefix(prefix: string): Answer<void> {
    return answer(() => this.#refs.usePrefix(prefix));
  }

  /** Reads this closed shadow root from now on, as if it were open. */
  adoptClosedRoot(root: ShadowRoot): void {
    adoptClosedRoot(root);
  }

  /** Shows these elements as clickable from now on, because someone saw their listeners. */
  rememberClickable(...elements: Element[]): void {
    for (const element of elements) rememberClickable(element);
  }

  /** Role, name and states of the one element that a CSS selector or a ref names. */
  inspect(selector: string): Answer<Inspection> {
    return answer(() => inspect(locate(this.#document, this.#refs, selector)));
  }
}

function answer<T>(run: () => T): Answer<T> {
  try {
    return { ok: true, value: run() };
  } catch (thrown) {
    return { ok: false, error: BtcpError.from(thrown).toJSON() };
  }
}
