import { flatAncestors } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';

export function scrollerAround(element: Element, axis: 'x' | 'y'): Element {
  for (const ancestor of flatAncestors(element)) if (canScroll(ancestor, axis)) return ancestor;
  return pageScroller(element.ownerDocument);
}

export function pageScroller(document: Document): Element {
  return document.scrollingElement ?? document.documentElement;
}

export function canScroll(element: Element, axis: 'x' | 'y'): boolean {
  const [size, content] =
    axis === 'y' ? [element.clientHeight, element.scrollHeight] : [element.clientWidth, element.scrollWidth];
  if (content <= size) return false;
  const style = viewOf(element).getComputedStyle(element);
  const overflow = axis === 'y' ? style.overflowY : style.overflowX;
  if (element === pageScroller(element.ownerDocument)) return overflow !== 'hidden' && overflow !== 'clip';
  return overflow === 'auto' || overflow === 'scroll';
}

/** Overrides `scroll-behavior`, so that the returned distance is final. */
export function scrollBy(scroller: Element, x: number, y: number): { x: number; y: number } {
  const { scrollLeft, scrollTop } = scroller;
  scroller.scrollBy({ left: x, top: y, behavior: 'instant' });
  return { x: scroller.scrollLeft - scrollLeft, y: scroller.scrollTop - scrollTop };
}
