import { isTag } from '../dom/tags.js';
import { sendChange } from '../field-events.js';
import { setNativeValue } from '../fields.js';

const edited = new WeakMap<Element, string>();

/** Remembers what a field held before it was typed into, because Enter reports a change only if there is one. */
export function rememberValue(element: Element): void {
  if (!isTag(element, 'input') || edited.has(element)) return;
  edited.set(element, element.value);
  element.addEventListener('change', () => edited.delete(element), { once: true });
}

/** Reports the change that Enter makes final, before the form is sent. */
export function commit(field: HTMLInputElement): void {
  const before = edited.get(field);
  if (before === undefined || before === field.value) return;
  // Without this the browser, which does not know of our event, would report the same change again on blur.
  const { value } = field;
  setNativeValue(field, '');
  setNativeValue(field, value);
  sendChange(field);
}
