import type { Verb } from './verb.js';

/** `btcp fill SELECTOR VALUE` */
export function usageOf({ name, words }: Verb): string {
  return ['btcp', name, ...words.map(shown)].join(' ');
}

function shown(word: string): string {
  const name = word.replace(/\?$|\.{3}$/, '').toUpperCase();
  if (word.endsWith('?')) return `[${name}]`;
  return word.endsWith('...') ? `${name}...` : name;
}
