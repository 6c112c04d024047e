import { deepActiveElement, flatAncestors, flatContains } from '../../dom/flat-tree.js';
import { isHtmlElement, viewOf } from '../../dom/tags.js';

/** Sends the focus events itself when the window lacks the focus, because the browser sends none. */
export function moveFocus(element: Element): boolean {
  const before = deepActiveElement(element.ownerDocument);
  // A frame keeps its active element while the focus is elsewhere.
  if (before === element && element.ownerDocument.hasFocus()) return true;
  if (!('focus' in element) || typeof element.focus !== 'function') return false;
  const { focus } = element;
  const wasSent = isSentDuring(element, 'focusin', () => focus.call(element, { preventScroll: true }));
  const now = deepActiveElement(element.ownerDocument);
  if (!now || (now === before && now !== element)) return false;
  if (!wasSent && now !== before) {
    sendBlur(before, now);
    send(now, 'focus', before);
    send(now, 'focusin', before);
  }
  return flatContains(element, now);
}

export function dropFocus(document: Document): void {
  const active = deepActiveElement(document);
  if (!active || active === document.body || !('blur' in active) || typeof active.blur !== 'function') return;
  const { blur } = active;
  if (!isSentDuring(active, 'focusout', () => blur.call(active))) sendBlur(active, null);
}

function isSentDuring(element: Element, type: string, change: () => void): boolean {
  const view = viewOf(element);
  let isSent = false;
  const notice = () => {
    isSent = true;
  };
  view.addEventListener(type, notice, true);
  change();
  view.removeEventListener(type, notice, true);
  return isSent;
}

function sendBlur(element: Element | null, next: Element | null): void {
  if (!element || element === element.ownerDocument.body) return;
  send(element, 'blur', next);
  send(element, 'focusout', next);
}

function send(target: Element, type: string, relatedTarget: Element | null): void {
  const { FocusEvent } = viewOf(target);
  const bubbles = type === 'focusin' || type === 'focusout';
  target.dispatchEvent(new FocusEvent(type, { bubbles, composed: true, relatedTarget }));
}

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
