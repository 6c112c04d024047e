import { BtcpError, type Direction, type ScrollAnswer } from '@btcp/protocol';
import { deepElementFromPoint } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { describe } from '../../reading/aria/describe.js';
import { locate } from '../../reading/refs/locate.js';
import type { Page } from '../page/page.js';
import { canScroll, pageScroller, scrollBy, scrollerAround } from '../page/scrolling.js';

/** What to scroll, in which direction and how far. */
export interface ScrollOptions {
  /** Scrolls this element's nearest scrollable container; without a distance, brings the element into view. */
  selector?: string | undefined;
  direction?: Direction | undefined;
  /** Pixels; defaults to most of the visible area. */
  amount?: number | undefined;
  x?: number | undefined;
  y?: number | undefined;
}

const SHARE_OF_VIEW = 0.8;
const SIGN = { down: [0, 1], left: [-1, 0], right: [1, 0], up: [0, -1] } as const;

export async function scroll(page: Page, options: ScrollOptions = {}): Promise<ScrollAnswer> {
  const { selector, direction } = options;
  if (direction !== undefined && !Object.hasOwn(SIGN, direction)) {
    throw new BtcpError('invalid_input', `"${direction}" is not a direction.`, {
      hint: 'Use up, down, left or right.',
    });
  }
  const element = selector === undefined ? undefined : locate(page.document, page.refs, selector);
  if (element && isIntoView(options)) return intoView(element);
  const scroller = scrollerOf(page, options);
  const distance = distanceOf(scroller, options);
  const allowed = sendWheel(element ?? scroller, distance);
  const moved = allowed ? scrollBy(scroller, distance.x, distance.y) : { x: 0, y: 0 };
  await settle();
  return report(scroller, moved, allowed ? stillness(moved) : 'The page handles the wheel itself here.');
}

export function leftToScroll(page: Page, options: ScrollOptions = {}): Record<Direction, number> {
  return remaining(scrollerOf(page, options));
}

function isIntoView({ direction, amount, x, y }: ScrollOptions): boolean {
  return direction === undefined && amount === undefined && x === undefined && y === undefined;
}

function scrollerOf(page: Page, options: ScrollOptions): Element {
  const { selector, direction, x, y } = options;
  const axis = direction === 'left' || direction === 'right' || (x && !y) ? 'x' : 'y';
  if (selector === undefined) return mainScroller(page.document, axis);
  const element = locate(page.document, page.refs, selector);
  if (isIntoView(options)) return scrollerAround(element, axis);
  return (canScroll(element, axis) ? element : paneIn(element, axis)) ?? scrollerAround(element, axis);
}

// A grid or list often has its scrolling part inside.
function paneIn(element: Element, axis: 'x' | 'y'): Element | undefined {
  const panes = [...element.querySelectorAll('*')].filter((each) => areaOf(each) * 2 > areaOf(element));
  return panes.find((each) => canScroll(each, axis) && each.checkVisibility());
}

async function intoView(element: Element): Promise<ScrollAnswer> {
  const scroller = scrollerAround(element, 'y');
  const before = element.getBoundingClientRect();
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  await settle();
  const after = element.getBoundingClientRect();
  return report(scroller, { x: before.left - after.left, y: before.top - after.top });
}

function mainScroller(document: Document, axis: 'x' | 'y'): Element {
  const page = pageScroller(document);
  const view = document.defaultView;
  if (canScroll(page, axis) || !view) return page;
  const middle = deepElementFromPoint(document, view.innerWidth / 2, view.innerHeight / 2);
  const around = middle ? scrollerAround(middle, axis) : page;
  if (around !== page) return around;
  const panes = [...document.querySelectorAll('*')].filter((each) => canScroll(each, axis) && each.checkVisibility());
  return panes.sort((one, other) => areaOf(other) - areaOf(one))[0] ?? page;
}

function areaOf(element: Element): number {
  return element.clientWidth * element.clientHeight;
}

function distanceOf(scroller: Element, { direction, amount, x, y }: ScrollOptions): { x: number; y: number } {
  if (x !== undefined || y !== undefined) return { x: x ?? 0, y: y ?? 0 };
  const [across, down] = SIGN[direction ?? 'down'];
  const visible = across === 0 ? scroller.clientHeight : scroller.clientWidth;
  const length = amount ?? Math.round(visible * SHARE_OF_VIEW);
  return { x: across * length, y: down * length };
}

function sendWheel(target: Element, { x, y }: { x: number; y: number }): boolean {
  const view = viewOf(target);
  const shape = { deltaX: x, deltaY: y, bubbles: true, cancelable: true, composed: true, view };
  return target.dispatchEvent(new view.WheelEvent('wheel', shape));
}

function stillness(moved: { x: number; y: number }): string | undefined {
  return moved.x === 0 && moved.y === 0 ? 'Nothing moved: already at the end, or not scrollable.' : undefined;
}

function report(scroller: Element, moved: { x: number; y: number }, note?: string): ScrollAnswer {
  return {
    scrolled: scroller === pageScroller(scroller.ownerDocument) ? 'page' : describe(scroller),
    moved: { x: Math.round(moved.x), y: Math.round(moved.y) },
    remaining: remaining(scroller),
    ...(note === undefined ? {} : { note }),
  };
}

function remaining(scroller: Element): Record<Direction, number> {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
  return {
    up: Math.round(scrollTop),
    down: Math.max(0, Math.round(scrollHeight - clientHeight - scrollTop)),
    left: Math.max(0, Math.round(scrollLeft)),
    right: Math.max(0, Math.round(scrollWidth - clientWidth - scrollLeft)),
  };
}
