import { z } from 'zod';
import type { Captured } from '../port/browser-session.js';
import type { FileContext } from './keep-file.js';
import { inlineOrFile } from './spill.js';

export function logOutput<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    text: z.string().describe('One entry per line, or where the file is'),
    entries: z.array(entry).describe('Newest first; none when they are in the file'),
    count: z.number(),
    dropped: z.number().describe('Older entries that could not be kept'),
    file: z.string().nullable().describe('Has every entry whole, when they are too long to show'),
  });
}

export interface LogView<T> {
  limit: number;
  file: string;
  length: number;
  line(entry: T, length: number): string;
  empty: string;
}

interface Log<T> {
  text: string;
  entries: T[];
  count: number;
  dropped: number;
  file: string | null;
}

export async function showLog<T>(
  context: FileContext,
  { entries, dropped }: Captured<T>,
  { limit, file: name, length, line, empty }: LogView<T>,
): Promise<Log<T>> {
  const recent = entries.slice(-limit).reverse();
  const lines = (most: number) => recent.map((entry) => line(entry, most)).join('\n');
  const { text, file } = await inlineOrFile(context, name, lines(length), lines(Number.POSITIVE_INFINITY));
  return { text: text || empty, entries: file === null ? recent : [], count: recent.length, dropped, file };
}

export function sayLog({ text, dropped }: Pick<Log<unknown>, 'text' | 'dropped'>): string {
  return dropped > 0 ? `${text}\n(${dropped} older ones were dropped)` : text;
}
