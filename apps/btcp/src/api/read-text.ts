import { BtcpError } from '@btcp/tools';

const MOST_CHARACTERS = 100_000;

/** A text that a request must have. */
export function requiredText(input: Record<string, unknown>, name: string, longest = MOST_CHARACTERS): string {
  const text = optionalText(input, name, longest);
  if (text !== undefined && text.trim() !== '') return text.trim();
  throw new BtcpError('invalid_input', `${name} is required.`, {
    hint: `Give a text of at most ${longest} characters.`,
  });
}

export function optionalText(
  input: Record<string, unknown>,
  name: string,
  longest = MOST_CHARACTERS,
): string | undefined {
  const value = input[name];
  if (value === undefined || (typeof value === 'string' && value.length <= longest)) return value;
  const fault = typeof value === 'string' ? `longer than ${longest} characters` : 'no text';
  throw new BtcpError('invalid_input', `${name} is ${fault}.`, {
    hint: `Give a text of at most ${longest} characters.`,
  });
}
