import { isField } from '../aria/control-value.js';
import { attribute, filledAttribute } from '../aria/dom.js';

const TYPES_WORTH_SAYING = new Set(['color', 'date', 'datetime-local', 'file', 'month', 'time', 'week']);
const LONGEST_HINT = 60;

/** What helps to use a field and is no state: how its value must look. */
export function fieldHints(element: Element, name: string): string[] {
  if (!isField(element)) return [];
  const hints: string[] = [];
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (TYPES_WORTH_SAYING.has(type)) hints.push(`type=${type}`);
  const placeholder = filledAttribute(element, 'placeholder');
  if (placeholder && placeholder !== name && !element.value) hints.push(`placeholder=${JSON.stringify(placeholder)}`);
  return hints;
}

/** What tells a control without a name from the others: where it leads, or what its author calls it. */
export function anonymousHint(element: Element): string[] {
  for (const name of ['href', 'name', 'data-testid', 'id']) {
    const value = filledAttribute(element, name);
    if (value) return [`${name}=${value.length > LONGEST_HINT ? `${value.slice(0, LONGEST_HINT)}…` : value}`];
  }
  return [];
}
