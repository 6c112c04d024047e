import { BtcpError } from '@btcp/tools';

const MAX_CHARACTERS = 100_000;

export function requiredText(input: Record<string, unknown>, name: string, max = MAX_CHARACTERS): string {
  const text = optionalText(input, name, max);
  if (text !== undefined && text.trim() !== '') return text.trim();
  throw new BtcpError('invalid_input', `${name} is required.`, {
    hint: `Give a text of at most ${max} characters.`,
  });
}

export function optionalText(input: Record<string, unknown>, name: string, max = MAX_CHARACTERS): string | undefined {
  const value = input[name];
  if (value === undefined || (typeof value === 'string' && value.length <= max)) return value;
  const fault = typeof value === 'string' ? `longer than ${max} characters` : 'no text';
  throw new BtcpError('invalid_input', `${name} is ${fault}.`, {
    hint: `Give a text of at most ${max} characters.`,
  });
}
