import { flatContains } from '../../dom/flat-tree.js';
import type { TreeChild } from '../tree/tree-node.js';
import { isOneLine, leads } from './line-layout.js';

/** Live regions, each with the text that it announced. */
export type Announced = ReadonlyMap<Element, string>;

/** The announcements that a line shows, whole or in part. */
export function announcedOn(child: TreeChild, announced: Announced): string[] {
  return [...announced].filter(([region]) => shows(child, region)).map(([, text]) => text);
}

function shows(child: TreeChild, region: Element): boolean {
  if (holds(region, child.element)) return true;
  if (!holds(child.element, region)) return false;
  if (child.kind === 'text' || child.children.length === 0 || isOneLine(child)) return true;
  const [first] = child.children;
  return first !== undefined && leads(child, first) && shows(first, region);
}

// A walk across roots for each line would take long on a large page.
function holds(outer: Element, inner: Element): boolean {
  return outer.contains(inner) || (outer.getRootNode() !== inner.getRootNode() && flatContains(outer, inner));
}
