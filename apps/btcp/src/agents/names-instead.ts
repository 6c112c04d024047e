import { didYouMean } from '@btcp/protocol';

const MAX_NAMES = 20;

export function namesInstead(given: string, names: readonly string[], hintForNone: string): string {
  if (names.length === 0) return hintForNone;
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  const quoted = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  return `${didYouMean(given, names)}There ${names.length === 1 ? 'is' : 'are'} ${quoted.join(', ')}${more}.`;
}
