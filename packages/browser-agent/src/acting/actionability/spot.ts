import { BtcpError } from '@btcp/protocol';
import { deepElementFromPoint, flatAncestors, flatContains } from '../../dom/flat-tree.js';
import { imageOf } from '../../dom/image-map.js';
import { isTag, viewOf } from '../../dom/tags.js';
import { describe } from '../../reading/aria/describe.js';
import { Reading } from '../../reading/aria/reading.js';
import { mention } from '../../reading/refs/element-info.js';
import { controlsIn } from '../../reading/refs/nearest.js';
import { findCover } from '../../reading/tree/covers.js';
import type { Page } from '../page/page.js';
import { boxesOf } from './reasons.js';

export interface Spot {
  hit: Element;
  x: number;
  y: number;
}

const MAX_OFFERED = 5;

// The middle first, then points where a partly covered element may still show.
const SHARES: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.2],
  [0.9, 0.2],
  [0.1, 0.8],
  [0.9, 0.8],
];

type Reaches = (element: Element, hit: Element) => boolean;

export function findSpot(page: Page, element: Element, reaches: Reaches = receives): Spot {
  let obstacle: Element | undefined;
  for (const block of [undefined, 'center', 'end', 'start'] as const) {
    if (block) (imageOf(element) ?? element).scrollIntoView({ block, inline: 'center', behavior: 'instant' });
    const found = probe(page, element, reaches);
    if (found.spot) return found.spot;
    obstacle = found.obstacle ?? obstacle;
  }
  const what = describe(element);
  if (!obstacle) {
    throw new BtcpError('not_actionable', `${what} is outside the viewport and cannot be scrolled into view.`, {
      hint: 'It may open or slide in after another action: take a snapshot to see the page.',
    });
  }
  const popup = flatContains(obstacle, element) && openPopup(page.document);
  if (popup) {
    throw new BtcpError('not_actionable', `${what} cannot be used while ${mention(page.refs, popup)} is open.`, {
      hint: 'Choose something in it, or close it with Escape.',
    });
  }
  if (flatContains(obstacle, element)) {
    throw new BtcpError(
      'not_actionable',
      `${what} does not take pointer events (pointer-events: none), or its container clips it.`,
      {
        hint: 'Act on another element, or wait until the page enables it.',
      },
    );
  }
  const cover = coveringElement(obstacle, element);
  const front = findCover(new Reading(page.document), page.document)?.element;
  const other = front && front !== cover && !flatContains(front, element);
  const dialog = other ? ` In front is ${mention(page.refs, front)}.` : '';
  const controls = controlsIn(other ? front : cover)
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .slice(0, MAX_OFFERED);
  const offers = controls.length > 0 ? ` It has ${controls.map((each) => mention(page.refs, each)).join(', ')}.` : '';
  throw new BtcpError('not_actionable', `${what} is covered by ${mention(page.refs, cover)}.${dialog}${offers}`, {
    hint: 'Close or answer what covers it first, or act on that instead.',
  });
}

function openPopup(document: Document): Element | undefined {
  const { body } = document;
  if (!body || viewOf(body).getComputedStyle(body).pointerEvents !== 'none') return undefined;
  const popups = [...document.querySelectorAll('[role=menu], [role=listbox], [role=dialog], [role=alertdialog]')];
  return popups.findLast((each) => viewOf(each).getComputedStyle(each).pointerEvents !== 'none');
}

function probe(page: Page, element: Element, reaches: Reaches): { spot?: Spot; obstacle?: Element } {
  const { innerWidth, innerHeight } = viewOf(element);
  let obstacle: Element | undefined;
  const boxes = boxesOf(element).sort((one, other) => other.width * other.height - one.width * one.height);
  for (const box of boxes) {
    const left = Math.max(0, box.left);
    const top = Math.max(0, box.top);
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom) - top;
    if (width <= 0 || height <= 0) continue;
    for (const [across, down] of SHARES) {
      const spot = { x: left + width * across, y: top + height * down };
      const hit = deepElementFromPoint(element.ownerDocument, spot.x, spot.y);
      const cover = hit && reaches(element, hit) ? coverOfFrames(page, element, spot) : hit;
      if (hit && !cover) return { spot: { ...spot, hit } };
      obstacle ??= cover ?? undefined;
    }
  }
  return obstacle ? { obstacle } : {};
}

export function receives(element: Element, hit: Element): boolean {
  if (flatContains(element, hit)) return true;
  for (const ancestor of flatAncestors(hit)) {
    if (isTag(ancestor, 'label') && ancestor.control === element) return true;
  }
  // The icon of a button often lets clicks through to the button around it.
  return !isControl(element) && hit === [...flatAncestors(element)].find(isControl);
}

function isControl(element: Element): boolean {
  return element.matches('a[href], button, input, select, textarea, summary, label, [role], [tabindex], [onclick]');
}

function coverOfFrames(page: Page, element: Element, spot: { x: number; y: number }): Element | undefined {
  let { x, y } = spot;
  for (const frame of framesAround(page, element)) {
    ({ x, y } = outOfFrame(frame, { x, y }));
    const hit = deepElementFromPoint(frame.ownerDocument, x, y);
    if (hit && hit !== frame) return hit;
  }
  return undefined;
}

export function inPage(page: Page, element: Element, point: { x: number; y: number }): { x: number; y: number } {
  return framesAround(page, element).reduce((inner, frame) => outOfFrame(frame, inner), { x: point.x, y: point.y });
}

export function framesAround(page: Page, element: Element): Element[] {
  const frames: Element[] = [];
  for (let { ownerDocument } = element; ownerDocument !== page.document; ) {
    const frame = ownerDocument.defaultView?.frameElement;
    if (!frame) break;
    frames.push(frame);
    ({ ownerDocument } = frame);
  }
  return frames;
}

function outOfFrame(frame: Element, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const { left, top } = frame.getBoundingClientRect();
  return { x: x + left + frame.clientLeft, y: y + top + frame.clientTop };
}

// Take the outermost layer, so that the message says "dialog" and not "span".
function coveringElement(obstacle: Element, covered: Element): Element {
  let layer: Element | undefined;
  for (const ancestor of flatAncestors(obstacle)) {
    if (flatContains(ancestor, covered)) break;
    const { position } = viewOf(ancestor).getComputedStyle(ancestor);
    if (position !== 'static' && position !== 'relative') layer = ancestor;
    if (isTag(ancestor, 'dialog') || ancestor.getAttribute('aria-modal') === 'true') return ancestor;
  }
  return layer ?? obstacle;
}
