import { z } from 'zod';
import { encloseFile } from './boundary/enclose-file.js';
import { shorten } from './boundary/shorten.js';
import { byteLength, type FileContext, keepFile } from './keep-file.js';

const MIME_TYPES: Record<string, string> = { json: 'application/json' };

const INLINE_BYTES = 4_096;
const BEGINNING = 1_000;

export interface Spilled {
  text: string;
  file: string | null;
  isWhole: boolean;
}

/** Returns `short` if what was asked for is short when whole; otherwise a file has it, with whatever else `kept` adds. */
export async function inlineOrFile(
  context: FileContext,
  name: string,
  short: string,
  { measured, kept = () => measured }: { measured: string; kept?: () => string },
): Promise<Spilled> {
  if (byteLength(measured) <= (context.maxInline ?? INLINE_BYTES)) return { text: short, file: null, isWhole: true };
  const mimeType = MIME_TYPES[name.replace(/^.*\./, '')] ?? 'text/plain';
  const whole = kept();
  const bytes = byteLength(whole);
  const file = await keepFile(context, { name, mimeType, data: encloseFile(name, whole) });
  const text =
    file === null
      ? `The output has ${bytes} bytes, and no files can be kept here. Ask for less.`
      : `The output has ${bytes} bytes and is in ${file}. Read it with: cat ${file}`;
  return { text, file, isWhole: false };
}

export const overflowOutput = {
  file: z.string().nullable().describe('The whole text, if it is too long to show'),
  overflow: z.string().optional().describe('Size of the text and where the file is'),
};

export async function shortOrFile(
  context: FileContext,
  name: string,
  whole: string,
): Promise<{ text: string; file: string | null; overflow?: string }> {
  const { text, file, isWhole } = await inlineOrFile(context, name, whole, { measured: whole });
  if (isWhole) return { text, file };
  return {
    text: shorten(whole, context.maxInline ?? (file === null ? INLINE_BYTES : BEGINNING)),
    file,
    overflow: text,
  };
}
