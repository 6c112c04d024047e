import { BtcpError } from '@btcp/protocol';
import type { BrowserSession, KeptFile } from '../port/browser-session.js';

/** What a downloaded file is, is for who opens it to find out. */
export const DOWNLOAD_TYPE = 'application/octet-stream';

/** Of the context of a call, what keeping a file takes. */
export interface FileContext {
  browser(): Promise<{ session: Pick<BrowserSession, 'saveFile'> }>;
  addFile(file: KeptFile): void;
}

/** Keeps data as a file of the session, names it in the result, and tells its path: null where no files can be kept, as in a page. */
export async function keepFile(
  context: FileContext,
  { name, mimeType, data }: { name: string; mimeType: string; data: string | Uint8Array },
): Promise<string | null> {
  const { session } = await context.browser();
  const path = await session.saveFile(name, data).catch((thrown) => {
    if (BtcpError.from(thrown).code === 'unsupported') return null;
    throw thrown;
  });
  if (path === null) return null;
  context.addFile({ path, name, mimeType, size: typeof data === 'string' ? byteLength(data) : data.length });
  return path;
}

/** How many bytes text takes as UTF-8. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The last part of a path, of whichever system: what a file is called in the folder of its session. */
export function fileName(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}
