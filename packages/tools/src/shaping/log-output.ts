import { z } from 'zod';
import type { Captured } from '../port/network.js';
import type { FileContext } from './keep-file.js';
import { inlineOrFile } from './spill.js';

export function logOutput<Entry extends z.ZodType>(entry: Entry) {
  return z.object({
    text: z.string().describe('One entry per line, or where the file is'),
    entries: z.array(entry).describe('Newest first; none when they are in the file'),
    count: z.number().describe('Entries up to the limit'),
    total: z.number().describe('Entries that are kept'),
    dropped: z.number().describe('Older entries that were dropped to make room'),
    file: z.string().nullable().describe('All entries in full, if they are too long to show'),
  });
}

export interface LogView<T> {
  limit: number;
  file: string;
  length: number;
  line(entry: T, length: number): string;
  /** One line each when left out. */
  join?(lines: string[]): string;
  empty: string;
}

interface Log<T> {
  text: string;
  entries: T[];
  count: number;
  total: number;
  dropped: number;
  file: string | null;
}

export async function showLog<T>(
  context: FileContext,
  { entries, dropped }: Captured<T>,
  { limit, file: name, length, line, join = (lines) => lines.join('\n'), empty }: LogView<T>,
): Promise<Log<T>> {
  const recent = entries.slice(-limit).reverse();
  const lines = (shown: T[], most: number) => join(shown.map((entry) => line(entry, most)));
  const { text, file } = await inlineOrFile(context, name, lines(recent, length), {
    measured: lines(recent, Number.POSITIVE_INFINITY),
    kept: () => lines([...entries].reverse(), Number.POSITIVE_INFINITY),
  });
  const total = entries.length;
  return { text: text || empty, entries: file === null ? recent : [], count: recent.length, total, dropped, file };
}

export function sayLog({ text, count, total, dropped, file }: Log<unknown>): string {
  const notes = [
    file === null && total > count && `${total - count} older entries are not shown; raise the limit to see them`,
    dropped > 0 && `${dropped} older entries were dropped to make room`,
  ].filter(Boolean);
  return notes.length > 0 ? `${text}\n(${notes.join('; ')})` : text;
}
