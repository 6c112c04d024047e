import { attribute, hasAttribute, tagOf } from '../../dom/nodes.js';
import { isEditingHost } from '../aria/focusable.js';
import { isDraggable } from '../aria/states.js';

/** Why an element without a control's role gets a ref: it listens for itself, takes the focus, or shows a hand. */
export type ClickReason = 'listens' | 'focus' | 'pointer';

export interface ClickContext {
  startsPointer: boolean;
  isPlain: boolean;
  insideControl: boolean;
  /** A list that listens does so for its items. */
  insideClickableList: boolean;
}

const PAGE_PARTS = new Set(['body', 'html', 'label']);
const knownClickable = new WeakSet<Element>();

let seesHandlers = true;

/** In an isolated world, handlers on elements are invisible. */
export function expectNoHandlers(): void {
  seesHandlers = false;
}

const CONTROLS =
  'a[href], button, input, label, option, select, summary, textarea, [contenteditable], [onclick], [role], [tabindex]';
const SECTIONS = new Set('aside fieldset footer form header main nav section table tbody'.split(' '));
const LISTS = new Set(['ol', 'ul']);
// Longer text, or more controls, belong to a delegating listener and not to a click target.
const MAX_TEXT = 200;
const MAX_CONTROLS = 3;

/** Returns false for elements that only listen for their content. */
export function rememberClickable(element: Element): boolean {
  const tag = tagOf(element);
  if (knownClickable.has(element) || PAGE_PARTS.has(tag) || onlyKeepsEvents(element)) return false;
  const controls = element.querySelectorAll(CONTROLS);
  if (controls.length > 0 && (SECTIONS.has(tag) || LISTS.has(tag) || !hasOwnText(element, controls))) return false;
  if ((element.textContent ?? '').length > MAX_TEXT && !LISTS.has(tag)) return false;
  knownClickable.add(element);
  return true;
}

function hasOwnText(element: Element, controls: NodeListOf<Element>): boolean {
  if (controls.length > MAX_CONTROLS) return false;
  const inside = [...controls].reduce((length, control) => length + (control.textContent ?? '').trim().length, 0);
  return (element.textContent ?? '').trim().length > inside;
}

export function clickReason(
  element: Element,
  tag: string,
  { startsPointer, isPlain, insideControl, insideClickableList }: ClickContext,
): ClickReason | undefined {
  if (PAGE_PARTS.has(tag)) return undefined;
  if (!isPlain) {
    if (listensByAttribute(element) || isEditingHost(element)) return 'listens';
    if (!insideControl && isDraggable(element)) return 'listens';
  }
  if (knownClickable.has(element) || (seesHandlers && hasClickHandler(element))) return 'listens';
  if (tag === 'li' && insideClickableList) return 'listens';
  if (!isPlain) {
    const tabIndex = attribute(element, 'tabindex');
    if (tabIndex !== null && Number.parseInt(tabIndex, 10) >= 0) return 'focus';
  }
  return startsPointer ? 'pointer' : undefined;
}

const KEEPS_EVENTS = /^(?:(?:window\.)?event\.stop(?:Immediate)?Propagation\(\);?)+$/;

function listensByAttribute(element: Element): boolean {
  return hasAttribute(element, 'ondblclick') || (hasAttribute(element, 'onclick') && !onlyKeepsEvents(element));
}

// A handler that only keeps clicks from the elements around it does nothing for a person.
function onlyKeepsEvents(element: Element): boolean {
  return KEEPS_EVENTS.test((attribute(element, 'onclick') ?? '').replace(/\s+/g, ''));
}

function hasClickHandler(element: Element): boolean {
  if ('onclick' in element && typeof element.onclick === 'function') return !hasAttribute(element, 'onclick');
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
