import { type ElementInfo, labelOf } from '@btcp/protocol';
import { roleAndName } from '../aria/describe.js';
import { Reading } from '../aria/reading.js';
import type { RefTable } from './refs.js';

/** An element as data, with a ref to reach it by. */
export function infoOf(refs: RefTable, element: Element, reading: Reading = new Reading(element)): ElementInfo {
  const role = reading.role(element);
  const ref = `@${refs.assign(element, { role, name: reading.name(element, role) })}`;
  return { ...roleAndName(element, reading), ref };
}

/** How messages name an element, so that the reader can act on it: `button "Save" (@e3)`. */
export function mention(refs: RefTable, element: Element, reading?: Reading): string {
  const info = infoOf(refs, element, reading);
  return `${labelOf(info)} (${info.ref})`;
}
