import { treeRoot } from '../../dom/flat-tree.js';
import { isTag, viewOf } from '../../dom/tags.js';
import { sendChange } from '../fields/field-events.js';

const edited = new WeakMap<Element, string>();

/** A field sends `change` only if the value differs from the value before typing. */
export function rememberValue(element: Element): void {
  if (!isTag(element, 'input', 'textarea') || edited.has(element)) return;
  edited.set(element, element.value);
  element.addEventListener('change', () => edited.delete(element), { once: true });
}

/** Sends the `change` that leaving the field, or Enter, would send. */
export function commit(field: Element): void {
  if (!isTag(field, 'input', 'textarea') || !field.isConnected) return;
  const before = edited.get(field);
  if (before === undefined || before === field.value) return;
  sendChange(field);
  const { value } = field;
  const tree = treeRoot(field);
  // Listeners of the window are the first to be called.
  const root = 'defaultView' in tree ? viewOf(field) : tree;
  // The browser would send the same change again on blur.
  const swallow = (event: Event) => {
    if (event.target !== field) return;
    root.removeEventListener('change', swallow, true);
    if (event.isTrusted && field.value === value) event.stopImmediatePropagation();
  };
  root.addEventListener('change', swallow, true);
}
