import { BtcpError } from '@btcp/protocol';
import type { BrowserSession, KeptFile } from '../port/browser-session.js';

/** The type of a file whose content is unknown. */
export const DOWNLOAD_TYPE = 'application/octet-stream';

export interface FileContext {
  browser(): Promise<{ session: Pick<BrowserSession, 'saveFile'> }>;
  addFile(file: KeptFile): void;
  /** In bytes: what is longer goes into a file. */
  readonly maxInline?: number | undefined;
}

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

interface NamingContext {
  browser(): Promise<{ session: Pick<BrowserSession, 'saveFileAs'> }>;
  addFile(file: KeptFile): void;
}

/** Keeps a file at a path that the caller chose, inside the folders of the session. */
export async function keepFileAs(
  context: NamingContext,
  wanted: string,
  { mimeType, data }: { mimeType: string; data: string | Uint8Array },
): Promise<string> {
  const { session } = await context.browser();
  if (!session.saveFileAs)
    throw new BtcpError('unsupported', 'No files can be kept here.', { hint: 'Leave out path.' });
  const path = await session.saveFileAs(wanted, data);
  const size = typeof data === 'string' ? byteLength(data) : data.length;
  context.addFile({ path, name: fileName(path), mimeType, size });
  return path;
}

export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export function fileName(path: string): string {
  return path.replace(/^.*[/\\]/, '');
}
