import type { RefTable } from '../refs/refs.js';
import type { TreeChild } from '../tree/tree-node.js';
import { matchNodes } from './match.js';
import { Signer, withoutLists } from './signatures.js';
import type { ReadingTrace } from './trace.js';

/** Gives the refs of elements that are gone to those that certainly replace them. */
export function inherit(table: RefTable, { nodes }: ReadingTrace, tree: readonly TreeChild[]): void {
  const signer = new Signer(table);
  const before = withoutLists(nodes.map((node) => signer.signTrace(node)));
  const now = withoutLists(tree.map((child) => signer.signTree(child)));
  matchNodes(before, now, ({ ref }, heir) => {
    if (ref !== undefined && heir.ref === undefined && heir.element) table.passOn(ref, heir.element);
  });
}
