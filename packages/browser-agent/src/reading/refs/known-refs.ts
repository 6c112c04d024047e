import type { RefInfo } from '@btcp/protocol';
import { RefTable } from './refs.js';

// No ref of a document or a frame begins like this.
const NEW = '~';
const NEW_REF = / @~e\d+/g;

/** Names elements as another table does, and gives no ref of that table to others. */
export class KnownRefs extends RefTable {
  readonly #known: RefTable;

  constructor(known: RefTable) {
    super({ prefix: NEW });
    this.#known = known;
  }

  override assign(element: Element, info: RefInfo): string {
    return this.#known.refOf(element) ?? super.assign(element, info);
  }

  override refOf(element: Element): string | undefined {
    return this.#known.refOf(element) ?? super.refOf(element);
  }
}

/** Nothing can be done with the refs of elements that nobody has read. */
export function withoutNewRefs<Read extends { tree: string }>(snapshot: Read): Read {
  return { ...snapshot, tree: snapshot.tree.replaceAll(NEW_REF, '') };
}
