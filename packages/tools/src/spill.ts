import type { BrowserSession } from './browser-session.js';

/** What a model is shown inline at most; more than that goes to a file. */
const INLINE_BYTES = 4_096;

/** Text for a model: short and inline, or whole in a file whose path is shown. */
export interface Spilled {
  text: string;
  /** Null when all of it is in the text. */
  file: string | null;
}

/** Shows `short` where `whole` is small; otherwise writes `whole` to a file of the session and shows its path. */
export async function inlineOrFile(
  session: BrowserSession,
  name: string,
  short: string,
  whole: string,
): Promise<Spilled> {
  const bytes = byteLength(whole);
  if (bytes <= INLINE_BYTES) return { text: short, file: null };
  const file = await session.saveFile(name, whole);
  return { text: `The output has ${bytes} bytes and is in ${file}. Read it with: cat ${file}`, file };
}

/** Cuts text for display, and shows that it did. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
