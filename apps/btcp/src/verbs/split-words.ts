import { usageError } from '../settings/settings.js';

/** Splits a line into words as a shell does: quotes keep spaces, a backslash keeps the next character. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (character === '\\' && quote !== "'") word = (word ?? '') + (line[++index] ?? '');
    else if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw usageError(`A quote is not closed: ${line}`, `Close it with ${quote}.`);
  return word === undefined ? words : [...words, word];
}
