import { flatContains } from '../../dom/flat-tree.js';
import type { TreeChild } from '../tree/tree-node.js';
import { isOneLine } from './line-layout.js';

/** Live regions, each with the text that it announced. */
export type Announced = ReadonlyMap<Element, string>;

export function announcedOn(child: TreeChild, announced: Announced): string[] {
  return [...announced].flatMap(([region, text]) => (shows(child, region) ? text : []));
}

function shows(child: TreeChild, region: Element): boolean {
  const isWhole = child.kind === 'text' || isOneLine(child) || child.children.every(({ kind }) => kind === 'text');
  return flatContains(region, child.element) || (isWhole && flatContains(child.element, region));
}
