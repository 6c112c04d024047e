import { attribute, flatParent, hasAttribute, tagOf } from '../../dom/nodes.js';
import { BOXLESS } from '../../dom/rendered.js';
import { Reading } from './reading.js';

export function isInert(element: Element): boolean {
  return hasAttribute(element, 'inert');
}

export function isAriaHidden(element: Element, tag: string): boolean {
  return attribute(element, 'aria-hidden') === 'true' && tag !== 'body' && tag !== 'html';
}

export function isVisible(element: Element): boolean {
  const reading = new Reading(element);
  if (!element.isConnected || !isShown(reading, element)) return false;
  if (BOXLESS.has(tagOf(element))) return true;
  return boxesOf(reading, element).some((box) => box.width > 0 && box.height > 0);
}

function isShown(reading: Reading, element: Element): boolean {
  return (
    reading.isRendered(element) && reading.style(element)?.visibility === 'visible' && hasShownParent(reading, element)
  );
}

// `checkVisibility` covers all ancestors, unless the element has no box.
function hasShownParent(reading: Reading, element: Element): boolean {
  if (element.checkVisibility()) return true;
  const parent = flatParent(element);
  return parent === null || (reading.isRendered(parent) && hasShownParent(reading, parent));
}

function boxesOf(reading: Reading, element: Element): DOMRect[] {
  if (reading.style(element)?.display !== 'contents') return [...element.getClientRects()];
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return [...range.getClientRects()];
}
