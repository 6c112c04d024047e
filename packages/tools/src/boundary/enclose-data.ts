import { cleanText } from './clean-text.js';
import { type Marks, marksFor } from './marks.js';

/** Data whose first and last field are the lines of a boundary. */
export type EnclosedData = { begin: string } & Record<string, unknown> & { end: string };

/**
 * Data as a model may read it: between the lines that enclose words of pages, and without invisible characters. Quotes
 * keep a page from ending its own value, and the number keeps it from forging the end.
 */
export function encloseData(data: object): EnclosedData {
  const cleaned = clean(data) as object;
  const { begin, end }: Marks = marksFor(JSON.stringify(cleaned));
  return { begin, ...cleaned, end };
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [cleanText(name), clean(held)]));
}
