import { collapse, filledAttribute, tagOf } from '../../dom/nodes.js';
import { isEditingHost } from './focusable.js';
import { Reading } from './reading.js';

const LONGEST_NAME = 80;

/** An element in a few words for messages: `button "Save"`, or `<div> "Add"` for one without a role. */
export function describe(element: Element, reading: Reading = new Reading(element)): string {
  const role = roleInWords(element, reading);
  const name = reading.name(element) || (role === undefined ? shortText(element) : '');
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const id = filledAttribute(element, 'id');
  const kind = role ?? `<${tagOf(element).replace(/^.*:/, '')}${id ? ` id="${id}"` : ''}>`;
  return shown ? `${kind} ${JSON.stringify(shown)}` : kind;
}

/** None for an element that is nothing in particular. What is edited is a text field, as in a snapshot. */
function roleInWords(element: Element, reading: Reading): string | undefined {
  const role = reading.role(element);
  if (role !== 'generic' && role !== 'none') return role;
  return isEditingHost(element) ? 'textbox' : undefined;
}

/** What a small element says: a long text is no name. */
function shortText(element: Element): string {
  const text = collapse(element.textContent ?? '');
  return text.length > LONGEST_NAME ? '' : text;
}
