import { cleanText } from './clean-text.js';
import { marksFor } from './marks.js';

/** Text that is not from a page. */
export class Ours {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a tool, in which plain strings are words of a page and `ours` marks our own. */
export type Summary = string | Ours | readonly (string | Ours)[];

/** Marks our own words, which stay outside the boundary. */
export function ours(text: string): Ours {
  return new Ours(text);
}

export function compose(...summaries: Summary[]): string {
  const parts = summaries.flat().filter((part) => (part instanceof Ours ? part.text : part) !== '');
  const own = parts.flatMap((part) => (part instanceof Ours ? part.text : []));
  const foreign = parts.flatMap((part) => (part instanceof Ours ? [] : part));
  return [...own, ...(foreign.length > 0 ? [enclose(foreign.join('\n'))] : [])].join('\n');
}

/** Encloses words of a page between marks that no page can end. */
export function enclose(text: string): string {
  const cleaned = cleanText(text);
  const { begin, end } = marksFor((text) => cleaned.includes(text));
  return `${begin}\n${cleaned}\n${end}`;
}
