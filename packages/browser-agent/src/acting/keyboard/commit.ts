import { treeRoot } from '../../dom/flat-tree.js';
import { isTag } from '../../dom/tags.js';
import { sendChange } from '../fields/field-events.js';

const edited = new WeakMap<Element, string>();

/** Enter sends `change` only if the value differs from the value before typing. */
export function rememberValue(element: Element): void {
  if (!isTag(element, 'input') || edited.has(element)) return;
  edited.set(element, element.value);
  element.addEventListener('change', () => edited.delete(element), { once: true });
}

export function commit(field: HTMLInputElement): void {
  const before = edited.get(field);
  if (before === undefined || before === field.value) return;
  sendChange(field);
  const { value } = field;
  const root = treeRoot(field);
  // The browser would send the same change again on blur.
  const swallow = (event: Event) => {
    if (event.target !== field) return;
    root.removeEventListener('change', swallow, true);
    if (event.isTrusted && field.value === value) event.stopImmediatePropagation();
  };
  root.addEventListener('change', swallow, true);
}
