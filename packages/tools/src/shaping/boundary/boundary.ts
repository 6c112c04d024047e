import { cleanText } from './clean-text.js';
import { marksFor } from './marks.js';

/** Text that is not from a page. */
export class Ours {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a tool. A plain string counts as words of a page, inside the boundary; `ours` marks our own. */
export type Summary = string | Ours | readonly (string | Ours)[];

/** Marks our own words, which are outside the boundary. */
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
