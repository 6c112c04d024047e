import { z } from 'zod';
import { byteLength, type FileContext, keepFile } from './keep-file.js';

const MIME_TYPES: Record<string, string> = { json: 'application/json', md: 'text/markdown' };

/** What a model is shown inline at most; more than that goes to a file. */
const INLINE_BYTES = 4_096;
/** How many characters of a long value are shown beside the path of its file. */
const BEGINNING = 1_000;

/** Text for a model: short and inline, or whole in a file whose path is shown. */
export interface Spilled {
  text: string;
  /** Null when all of it is in the text, or when there is no place for files. */
  file: string | null;
  isWhole: boolean;
}

/** Shows `short` where `whole` is small; otherwise writes `whole` to a file of the session and shows its path. */
export async function inlineOrFile(context: FileContext, name: string, short: string, whole: string): Promise<Spilled> {
  const bytes = byteLength(whole);
  if (bytes <= INLINE_BYTES) return { text: short, file: null, isWhole: true };
  const mimeType = MIME_TYPES[name.replace(/^.*\./, '')] ?? 'text/plain';
  const file = await keepFile(context, { name, mimeType, data: whole });
  const text =
    file === null
      ? `The output has ${bytes} bytes, and no files can be kept here. Ask for less of it to see more.`
      : `The output has ${bytes} bytes and is in ${file}. Read it with: cat ${file}`;
  return { text, file, isWhole: false };
}

/** What tools answer whose value may be too long to show. */
export const overflowOutput = {
  file: z.string().nullable().describe('Has all of it, when it is too long to show'),
  overflow: z.string().optional().describe('Says so, and where the file is'),
};

/** All of it where it is small; otherwise its beginning, and a file that has all where there are files. */
export async function shortOrFile(
  context: FileContext,
  name: string,
  whole: string,
): Promise<{ text: string; file: string | null; overflow?: string }> {
  const { text, file, isWhole } = await inlineOrFile(context, name, whole, whole);
  if (isWhole) return { text, file };
  return { text: shorten(whole, file === null ? INLINE_BYTES : BEGINNING), file, overflow: text };
}

/** Cuts text for display, and shows that it did. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
