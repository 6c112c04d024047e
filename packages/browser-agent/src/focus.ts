import { deepActiveElement, flatAncestors } from './dom/flat-tree.js';
import { isHtmlElement, viewOf } from './dom/tags.js';

/**
 * Focuses the element and tells the page so. A window without the system's focus changes `activeElement`
 * silently, so the events that pages wait for are sent here when the browser has not.
 */
export function moveFocus(element: Element): boolean {
  const before = deepActiveElement(element.ownerDocument);
  if (before === element) return true;
  if (!('focus' in element) || typeof element.focus !== 'function') return false;
  let told = false;
  const listen = () => {
    told = true;
  };
  const view = viewOf(element);
  view.addEventListener('focusin', listen, { capture: true, once: true });
  element.focus({ preventScroll: true });
  view.removeEventListener('focusin', listen, { capture: true });
  const now = deepActiveElement(element.ownerDocument);
  if (!now || now === before) return false;
  if (!told) tellFocus(before, now);
  return [...flatAncestors(now)].includes(element);
}

/** Takes focus away from whatever has it. */
export function dropFocus(document: Document): void {
  const active = deepActiveElement(document);
  if (active && active !== document.body && 'blur' in active && typeof active.blur === 'function') active.blur();
}

function tellFocus(before: Element | null, now: Element): void {
  const { FocusEvent } = viewOf(now);
  const send = (target: Element, type: string, relatedTarget: Element | null) =>
    target.dispatchEvent(
      new FocusEvent(type, { bubbles: type.startsWith('focus') && type !== 'focus', composed: true, relatedTarget }),
    );
  if (before && before !== before.ownerDocument.body) {
    send(before, 'blur', now);
    send(before, 'focusout', now);
  }
  send(now, 'focus', before);
  send(now, 'focusin', before);
}

/** What a press on this element would focus: itself or what it is rendered inside. */
export function focusableAround(element: Element): Element | undefined {
  for (const ancestor of flatAncestors(element)) if (isFocusable(ancestor)) return ancestor;
  return undefined;
}

export function isFocusable(element: Element): boolean {
  if (!isHtmlElement(element) || element.matches(':disabled, a:not([href], [tabindex])')) return false;
  const editable = element.isContentEditable && !element.parentElement?.isContentEditable;
  return (element.tabIndex >= 0 || editable || element.hasAttribute('tabindex')) && isReachable(element);
}

function isReachable(element: Element): boolean {
  for (const ancestor of flatAncestors(element)) if (ancestor.hasAttribute('inert')) return false;
  return element.checkVisibility({ visibilityProperty: true });
}
