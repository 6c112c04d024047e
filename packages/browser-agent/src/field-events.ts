import { viewOf } from './dom/tags.js';

export function sendInput(element: Element, inputType: string, data: string | null): void {
  const { InputEvent } = viewOf(element);
  element.dispatchEvent(new InputEvent('input', { inputType, data, bubbles: true, composed: true }));
}

export function sendChange(element: Element): void {
  const { Event } = viewOf(element);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
