import { z } from 'zod';
import { byteLength, keepFile } from './keep-file.js';
import type { ToolContext } from './tool-context.js';

const MIME_TYPES: Record<string, string> = { json: 'application/json', md: 'text/markdown' };

/** What a model is shown inline at most; more than that goes to a file. */
const INLINE_BYTES = 4_096;
/** How many characters of a long value are shown beside the path of its file. */
const BEGINNING = 1_000;

/** Text for a model: short and inline, or whole in a file whose path is shown. */
export interface Spilled {
  text: string;
  /** Null when all of it is in the text. */
  file: string | null;
}

/** Shows `short` where `whole` is small; otherwise writes `whole` to a file of the session and shows its path. */
export async function inlineOrFile(context: ToolContext, name: string, short: string, whole: string): Promise<Spilled> {
  const bytes = byteLength(whole);
  if (bytes <= INLINE_BYTES) return { text: short, file: null };
  const mimeType = MIME_TYPES[name.replace(/^.*\./, '')] ?? 'text/plain';
  const file = await keepFile(context, { name, mimeType, data: whole });
  return { text: `The output has ${bytes} bytes and is in ${file}. Read it with: cat ${file}`, file };
}

/** What tools answer whose value may be too long to show. */
export const overflowOutput = {
  file: z.string().nullable().describe('Has all of it, when it is too long to show'),
  overflow: z.string().optional().describe('Says so, and where the file is'),
};

/** All of it where it is small; otherwise its beginning, and a file that has all. */
export async function shortOrFile(
  context: ToolContext,
  name: string,
  whole: string,
): Promise<{ text: string; file: string | null; overflow?: string }> {
  const { text, file } = await inlineOrFile(context, name, whole, whole);
  return file === null ? { text, file } : { text: shorten(whole, BEGINNING), file, overflow: text };
}

/** Cuts text for display, and shows that it did. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
