import type { Spot } from './spot.js';

/** Where to drop something in a list: ahead of this item, or behind it. */
export type DropSide = 'before' | 'after';

// Near enough to the edge for lists that compare with the middle or with a quarter.
const SHARE = 0.15;

/** Moves a spot to the side of an item that faces its neighbour: above and below, or left and right in a row. */
export function edgeOf(element: Element, spot: Spot, side: DropSide): Spot {
  const { left, top, width, height } = element.getBoundingClientRect();
  const share = side === 'before' ? SHARE : 1 - SHARE;
  return isInRow(element) ? { ...spot, x: left + width * share } : { ...spot, y: top + height * share };
}

function isInRow(element: Element): boolean {
  const neighbour = element.nextElementSibling ?? element.previousElementSibling;
  if (!neighbour) return false;
  const own = element.getBoundingClientRect();
  const other = neighbour.getBoundingClientRect();
  return other.height > 0 && other.top < own.bottom && own.top < other.bottom;
}
