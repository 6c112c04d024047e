import { cleanText } from './clean-text.js';
import { marksFor } from './marks.js';

export class Ours {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * What a tool says. Every plain string is taken for words of a page and stands inside the boundary; a tool says with
 * `ours` what does not.
 */
export type Summary = string | Ours | readonly (string | Ours)[];

/** Marks words that come from no page, so that they stand outside the boundary. */
export function ours(text: string): Ours {
  return new Ours(text);
}

/** Our words first, then the words of pages inside their boundary. */
export function compose(...summaries: Summary[]): string {
  const parts = summaries.flat().filter((part) => (part instanceof Ours ? part.text : part) !== '');
  const own = parts.flatMap((part) => (part instanceof Ours ? part.text : []));
  const foreign = parts.flatMap((part) => (part instanceof Ours ? [] : part));
  return [...own, ...(foreign.length > 0 ? [enclose(foreign.join('\n'))] : [])].join('\n');
}

/** Words of a page between two lines that no page can forge. */
export function enclose(text: string): string {
  const cleaned = cleanText(text);
  const { begin, end } = marksFor((text) => cleaned.includes(text));
  return `${begin}\n${cleaned}\n${end}`;
}
