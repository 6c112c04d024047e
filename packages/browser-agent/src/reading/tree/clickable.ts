import { attribute, hasAttribute, tagOf } from '../../dom/nodes.js';
import { isEditingHost } from '../aria/focusable.js';
import { isDraggable } from '../aria/states.js';

const PAGE_PARTS = new Set(['body', 'html', 'label']);
/** Elements that someone with more rights, such as a debugger, knows to have click listeners. */
const knownClickable = new WeakSet<Element>();

let seesHandlers = true;

/** In a world of its own an agent sees nothing of what the scripts of the page keep on its elements. */
export function expectNoHandlers(): void {
  seesHandlers = false;
}

const CONTROLS =
  'a, button, input, label, option, select, summary, textarea, [contenteditable], [onclick], [role], [tabindex]';
/** What a page listens on for the sake of what is inside is longer than what is clicked itself. */
const LONGEST_TEXT = 200;

/** False for what is shown as a control anyhow, or only listens for others that it contains. */
export function rememberClickable(element: Element): boolean {
  if (knownClickable.has(element) || PAGE_PARTS.has(tagOf(element))) return false;
  if (element.closest(CONTROLS) || element.querySelector(CONTROLS)) return false;
  if ((element.textContent ?? '').length > LONGEST_TEXT) return false;
  knownClickable.add(element);
  return true;
}

/** Whether an element without a role of a control reacts to clicks or keys all the same. */
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

/** Svelte, Solid, React and Vue keep their handlers on the element, where only the page's own world sees them. */
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
