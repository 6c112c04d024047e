import { attribute, hasAttribute, tagOf } from '../../dom/nodes.js';
import { isEditingHost } from '../aria/focusable.js';
import { isDraggable } from '../aria/states.js';

const PAGE_PARTS = new Set(['body', 'html', 'label']);
const knownClickable = new WeakSet<Element>();

let seesHandlers = true;

/** In an isolated world, handlers on elements are invisible. */
export function expectNoHandlers(): void {
  seesHandlers = false;
}

const CONTROLS =
  'a, button, input, label, option, select, summary, textarea, [contenteditable], [onclick], [role], [tabindex]';
// Longer text belongs to a delegating listener, not to a click target.
const MAX_TEXT = 200;

/** Returns false for controls, and for elements that only listen for their content. */
export function rememberClickable(element: Element): boolean {
  if (knownClickable.has(element) || PAGE_PARTS.has(tagOf(element))) return false;
  if (element.closest(CONTROLS) || element.querySelector(CONTROLS)) return false;
  if ((element.textContent ?? '').length > MAX_TEXT) return false;
  knownClickable.add(element);
  return true;
}

export function isClickable(element: Element, tag: string, startsPointer: boolean, isPlain: boolean): boolean {
  if (PAGE_PARTS.has(tag)) return false;
  if (startsPointer) return true;
  if (!isPlain) {
    if (hasAttribute(element, 'onclick') || isEditingHost(element) || isDraggable(element)) return true;
    const tabIndex = attribute(element, 'tabindex');
    if (tabIndex !== null && Number.parseInt(tabIndex, 10) >= 0) return true;
  }
  return knownClickable.has(element) || (seesHandlers && hasClickHandler(element));
}

function hasClickHandler(element: Element): boolean {
  if ('onclick' in element && typeof element.onclick === 'function') return true;
  for (const key of Reflect.ownKeys(element)) {
    const name = String(key);
    if (name === '__click' || name === '$$click') return true;
    if (/^__reactProps\$|_vei/.test(name) && hasOnClick(Reflect.get(element, key))) return true;
  }
  return false;
}

function hasOnClick(handlers: unknown): boolean {
  return typeof handlers === 'object' && handlers !== null && 'onClick' in handlers && !!handlers.onClick;
}
