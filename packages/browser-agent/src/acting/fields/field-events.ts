import { viewOf } from '../../dom/tags.js';

/** Tells the page that a field changed; `edit` says how, which browsers tell of text fields only. */
export function sendInput(element: Element, edit?: { inputType: string; data: string | null }): void {
  const { Event, InputEvent } = viewOf(element);
  const shape = { bubbles: true, composed: true };
  element.dispatchEvent(edit ? new InputEvent('input', { ...shape, ...edit }) : new Event('input', shape));
}

/** Tells the page that the change is final. */
export function sendChange(element: Element): void {
  const { Event } = viewOf(element);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
