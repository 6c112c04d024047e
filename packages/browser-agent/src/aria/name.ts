import { Reading } from './reading.js';

/** What assistive technology calls the element; empty when it has no name. */
export function nameOf(element: Element, role?: string): string {
  return new Reading(element).name(element, role);
}
