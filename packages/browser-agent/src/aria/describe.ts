import { filledAttribute, tagOf } from './dom.js';
import { Reading } from './reading.js';

const LONGEST_NAME = 80;

/** An element in a few words for messages: `button "Save"`, or `<div>` for one without a role. */
export function describe(element: Element, reading: Reading = new Reading(element)): string {
  const role = reading.role(element);
  const name = reading.name(element);
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const id = filledAttribute(element, 'id');
  const kind =
    role === 'generic' || role === 'none' ? `<${tagOf(element).replace(/^.*:/, '')}${id ? ` id="${id}"` : ''}>` : role;
  return shown ? `${kind} ${JSON.stringify(shown)}` : kind;
}
