import { viewOf } from '../../dom/tags.js';

/** Sends `input`; `edit` describes how, which browsers report for text fields only. */
export function sendInput(element: Element, edit?: { inputType: string; data: string | null }): void {
  const { Event, InputEvent } = viewOf(element);
  const shape = { bubbles: true, composed: true };
  element.dispatchEvent(edit ? new InputEvent('input', { ...shape, ...edit }) : new Event('input', shape));
}

/** Sends `change`. */
export function sendChange(element: Element): void {
  const { Event } = viewOf(element);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
