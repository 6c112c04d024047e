import type { Verb } from './verb.js';

/** `btcp fill SELECTOR VALUE` */
export function usageOf({ name, words }: Verb): string {
  return ['btcp', name, ...words.map(shown)].join(' ');
}

function shown(word: string): string {
  const name = word.replace(/\?$/, '').toUpperCase();
  return word.endsWith('?') ? `[${name}]` : name;
}
