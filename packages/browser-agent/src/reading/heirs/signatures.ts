import type { RefTable } from '../refs/refs.js';
import type { TreeChild, TreeNode } from '../tree/tree-node.js';
import type { Trace } from './trace.js';

/** A node of a trace or of a tree with what identifies it; states and values are left out, because they change. */
export interface Signed {
  role: string;
  /** Equal for nodes of the same role and name. */
  own: number;
  /** Equal for nodes that say the same, with everything below them. */
  whole: number;
  hasName: boolean;
  /** Whether there is text in it, apart from the names of its controls. */
  says: boolean;
  hasGone: boolean;
  ref: string | undefined;
  element: Element | undefined;
  children: readonly Signed[];
}

/** A list of one item has no line of its own, so lists do not count. */
export function withoutLists(nodes: readonly Signed[]): readonly Signed[] {
  const isList = ({ role, hasName }: Signed) => role === 'list' && !hasName;
  return nodes.some(isList) ? nodes.flatMap((node) => (isList(node) ? node.children : [node])) : nodes;
}

const LETTERS = /[\p{L}\p{N}]/u;

const NO_NODE = {
  role: 'words',
  hasName: false,
  hasGone: false,
  ref: undefined,
  element: undefined,
  children: [],
} as const;
const PAIR = 2 ** 26;

/** Signs both sides of a comparison, so that equal signatures mean equal content. */
export class Signer {
  readonly #texts = new Map<string, number>();
  readonly #pairs = new Map<number, number>();
  readonly #table: RefTable;
  #last = 0;

  constructor(table: RefTable) {
    this.#table = table;
  }

  signTrace({ role, name, ref, children }: Trace): Signed {
    const signed = children.map((child) => (typeof child === 'string' ? this.#words(child) : this.signTrace(child)));
    return this.#sign(role, name, signed, ref, undefined, ref !== undefined && this.#table.isGone(ref));
  }

  signTree(child: TreeChild): Signed {
    if (child.kind === 'node') return this.#signNode(child);
    const { element, parts } = child;
    const signed = parts.map((part) => (typeof part === 'string' ? this.#words(part) : this.#signNode(part)));
    return this.#sign('text', '', signed, this.#table.refOf(element), element, false);
  }

  #signNode({ role, name, element, children }: TreeNode): Signed {
    const signed = children.map((child) => this.signTree(child));
    return this.#sign(role, name, signed, this.#table.refOf(element), element, false);
  }

  #words(text: string): Signed {
    const own = this.#pair(0, this.#text(text));
    const says = LETTERS.test(text);
    return { ...NO_NODE, own, whole: own, says };
  }

  #sign(
    role: string,
    name: string,
    all: readonly Signed[],
    ref: string | undefined,
    element: Element | undefined,
    isGone: boolean,
  ): Signed {
    const children = withoutLists(all);
    const own = this.#pair(this.#text(role), this.#text(name));
    let whole = own;
    let says = role === 'heading' && name !== '';
    let hasGone = isGone;
    for (const child of children) {
      whole = this.#pair(whole, child.whole);
      says ||= child.says;
      hasGone ||= child.hasGone;
    }
    return { role, own, whole, hasName: name !== '', says, hasGone, ref, element, children };
  }

  #text(text: string): number {
    return this.#numbered(this.#texts, text);
  }

  #pair(one: number, other: number): number {
    return this.#numbered(this.#pairs, one * PAIR + other);
  }

  #numbered<Key>(numbers: Map<Key, number>, key: Key): number {
    let number = numbers.get(key);
    if (number === undefined) {
      number = ++this.#last;
      numbers.set(key, number);
    }
    return number;
  }
}
