import { z } from 'zod';
import type { BrowserSession, Captured } from './browser-session.js';
import { inlineOrFile } from './spill.js';

/** What tools that show a captured log answer. */
export const logOutput = z.object({
  text: z.string().describe('One entry per line, or where the file is'),
  count: z.number(),
  dropped: z.number().describe('Older entries that could not be kept'),
  file: z.string().nullable().describe('Has every entry whole, when they are too long to show'),
});

export interface LogView<T> {
  limit: number;
  /** The name of the file that takes what is too long to show. */
  file: string;
  /** How much of one entry is shown inline; the file has all of it. */
  length: number;
  line(entry: T, length: number): string;
  empty: string;
}

/** The newest entries first, one line each: short inline, whole in a file where they are too long for that. */
export async function showLog<T>(
  session: BrowserSession,
  { entries, dropped }: Captured<T>,
  { limit, file: name, length, line, empty }: LogView<T>,
): Promise<z.output<typeof logOutput>> {
  const recent = entries.slice(-limit).reverse();
  const lines = (most: number) => recent.map((entry) => line(entry, most)).join('\n');
  const { text, file } = await inlineOrFile(session, name, lines(length), lines(Number.POSITIVE_INFINITY));
  return { text: text || empty, count: recent.length, dropped, file };
}

export function sayLog({ text, dropped }: z.output<typeof logOutput>): string {
  return dropped > 0 ? `${text}\n(${dropped} older ones were dropped)` : text;
}
