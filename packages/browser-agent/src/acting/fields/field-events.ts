import { viewOf } from '../../dom/tags.js';

/** Browsers report edit details for text fields only. */
export function sendInput(element: Element, edit?: { inputType: string; data: string | null }): void {
  const { Event, InputEvent } = viewOf(element);
  const shape = { bubbles: true, composed: true };
  element.dispatchEvent(edit ? new InputEvent('input', { ...shape, ...edit }) : new Event('input', shape));
}

export function sendChange(element: Element): void {
  const { Event } = viewOf(element);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
