import { Reading } from '../aria/reading.js';
import type { RefTable } from '../refs/refs.js';
import { readTree } from '../tree/read-tree.js';
import type { TreeChild } from '../tree/tree-node.js';
import { inherit } from './inherit.js';
import { type ReadingTrace, traceOf } from './trace.js';

const MAX_TRACES = 4;

interface RootTrace {
  root: WeakRef<Element>;
  trace: ReadingTrace;
}

export interface ReadPart {
  root: Element;
  tree: readonly TreeChild[];
}

export class Traces {
  #traces: readonly RootTrace[] = [];
  readonly #keeps: boolean;

  constructor(origin?: Traces) {
    this.#keeps = origin === undefined;
    if (origin) this.#traces = origin.#traces;
  }

  /** A copy that compares with the same readings and records none. */
  peek(): Traces {
    return new Traces(this);
  }

  record({ root, tree }: ReadPart, table: RefTable): () => void {
    const before = this.#traces;
    if (!this.#keeps) return () => {};
    const others = before.filter((each) => each.root.deref() !== root).slice(0, MAX_TRACES - 1);
    this.#traces = [{ root: new WeakRef(root), trace: traceOf(tree, table) }, ...others];
    return () => {
      this.#traces = before;
    };
  }

  /** Call before refs are given; `read` saves a second reading of that part. */
  inherit(table: RefTable, read?: ReadPart): void {
    for (const { root, trace } of this.#traces) {
      const element = root.deref();
      if (!element?.isConnected || !trace.refs.some((ref) => table.isGone(ref))) continue;
      const isRead = read?.root === element;
      inherit(table, trace, isRead ? read.tree : readTree(new Reading(element.ownerDocument, true), element));
    }
  }
}
