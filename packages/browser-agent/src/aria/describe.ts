import { tagOf } from './dom.js';
import { Reading } from './reading.js';

const LONGEST_NAME = 80;

/** An element in a few words for messages: `button "Save"`, or `<div>` for one without a role. */
export function describe(element: Element): string {
  const reading = new Reading(element);
  const role = reading.role(element);
  const name = reading.name(element);
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const kind =
    role === 'generic' || role === 'none'
      ? `<${tagOf(element).replace(/^.*:/, '')}${element.id ? ` id="${element.id}"` : ''}>`
      : role;
  return shown ? `${kind} ${JSON.stringify(shown)}` : kind;
}
