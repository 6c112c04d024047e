import { describe } from '../aria/describe.js';
import { Reading } from '../aria/reading.js';
import type { RefTable } from './refs.js';

/** The ref of an element, spelled `@e3`. */
export function refOf(refs: RefTable, element: Element, reading: Reading = new Reading(element)): string {
  const role = reading.role(element);
  return `@${refs.assign(element, { role, name: reading.name(element, role) })}`;
}

/**
 * How messages point at an element, so that the reader can act on it: `button "Save" (@e3)`.
 * Those who mention many pass one reading for all.
 */
export function mention(refs: RefTable, element: Element, reading: Reading = new Reading(element)): string {
  return `${describe(element, reading)} (${refOf(refs, element, reading)})`;
}
