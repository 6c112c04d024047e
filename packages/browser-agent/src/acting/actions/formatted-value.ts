import { BtcpError } from '@btcp/protocol';
import { describe } from '../../reading/aria/describe.js';

const FORMATS: Record<string, string> = {
  date: 'YYYY-MM-DD, such as 2026-03-31',
  time: 'HH:MM, such as 14:05',
  month: 'YYYY-MM, such as 2026-03',
  week: 'YYYY-Www, such as 2026-W14',
  'datetime-local': 'YYYY-MM-DDTHH:MM, such as 2026-03-31T14:05',
  color: '#rrggbb, such as #ff8800',
  range: 'a number',
};

/** A detached input applies the browser's own rules to the value. */
export function formatted(element: HTMLInputElement, value: string): string {
  const trimmed = value.trim();
  const format = FORMATS[element.type] ?? 'another format';
  const scratch = element.ownerDocument.createElement('input');
  scratch.type = element.type;
  scratch.value = trimmed;
  const accepted =
    element.type === 'range' ? trimmed !== '' && Number.isFinite(Number(trimmed)) : sameValue(scratch.value, trimmed);
  if (!accepted) {
    throw new BtcpError('invalid_input', `${describe(element)} takes ${format}, not ${JSON.stringify(value)}.`, {
      hint: `Write the value as ${format}.`,
    });
  }
  return element.type === 'range' ? trimmed : scratch.value;
}

function sameValue(kept: string, given: string): boolean {
  return kept.toLowerCase() === given.toLowerCase() || (kept !== '' && given.replace(' ', 'T').startsWith(kept));
}
