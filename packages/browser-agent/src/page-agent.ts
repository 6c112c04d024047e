import { BtcpError, type ErrorData, type Inspection, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { inspect } from './aria/inspect.js';
import { locate } from './locate.js';
import { RefTable } from './refs.js';
import { takeSnapshot } from './snapshot/take-snapshot.js';

/** An answer that survives the way out of the page, where exceptions lose their fields. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** What Chrome calls inside a frame. One instance lives as long as its document. */
export class PageAgent {
  readonly #document: Document;
  readonly #refs = new RefTable();

  constructor(document: Document) {
    this.#document = document;
  }

  snapshot(options?: SnapshotOptions): Answer<Snapshot> {
    return answer(() => takeSnapshot(this.#document, this.#refs, options));
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
