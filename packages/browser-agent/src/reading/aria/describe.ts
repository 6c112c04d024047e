import { type ElementInfo, labelOf } from '@btcp/protocol';
import { collapse, filledAttribute, tagOf } from '../../dom/nodes.js';
import { isEditingHost } from './focusable.js';
import { Reading } from './reading.js';

const MAX_TEXT = 80;

export function describe(element: Element, reading: Reading = new Reading(element)): string {
  return labelOf(roleAndName(element, reading));
}

export function roleAndName(element: Element, reading: Reading): Pick<ElementInfo, 'role' | 'name'> {
  const role = shownRole(element, reading);
  const name = reading.name(element);
  return role === undefined ? { role: tagWithId(element), name: name || shortText(element) } : { role, name };
}

// An editing host is a text field, as in a snapshot.
function shownRole(element: Element, reading: Reading): string | undefined {
  const role = reading.role(element);
  if (role !== 'generic' && role !== 'none') return role;
  return isEditingHost(element) ? 'textbox' : undefined;
}

function tagWithId(element: Element): string {
  const id = filledAttribute(element, 'id');
  return `<${tagOf(element).replace(/^.*:/, '')}${id ? ` id="${id}"` : ''}>`;
}

function shortText(element: Element): string {
  const text = collapse(element.textContent ?? '');
  return text.length > MAX_TEXT ? '' : text;
}
