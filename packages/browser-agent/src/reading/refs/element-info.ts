import { type ElementInfo, labelOf } from '@btcp/protocol';
import { roleAndName } from '../aria/describe.js';
import { Reading } from '../aria/reading.js';
import type { RefTable } from './refs.js';

export function infoOf(refs: RefTable, element: Element, reading: Reading = new Reading(element)): ElementInfo {
  const role = reading.role(element);
  const ref = `@${refs.assign(element, { role, name: reading.name(element, role) })}`;
  return { ...roleAndName(element, reading), ref };
}

export function mention(refs: RefTable, element: Element, reading?: Reading): string {
  const info = infoOf(refs, element, reading);
  return `${labelOf(info)} (${info.ref})`;
}
