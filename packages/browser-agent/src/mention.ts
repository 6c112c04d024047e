import { describe } from './aria/describe.js';
import { nameOf } from './aria/name.js';
import { roleOf } from './aria/role.js';
import type { RefTable } from './refs.js';

/** The ref of an element, spelled `@e3`. */
export function refOf(refs: RefTable, element: Element): string {
  const role = roleOf(element) ?? 'generic';
  return `@${refs.assign(element, { role, name: nameOf(element, role) })}`;
}

/** How messages point at an element, so that the reader can act on it: `button "Save" (@e3)`. */
export function mention(refs: RefTable, element: Element): string {
  return `${describe(element)} (${refOf(refs, element)})`;
}
