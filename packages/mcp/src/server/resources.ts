import { readFile } from 'node:fs/promises';
import { type Conversation, fileName, type KeptFile } from '@btcp/tools';
import {
  type ReadResourceResult,
  type Resource,
  type ResourceLink,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';

const PREFIX = 'btcp://files/';

/** For clients on another machine, which cannot open the paths. */
export function listResources({ files }: Conversation): Resource[] {
  return [...files].map(([name, file]) => ({ uri: PREFIX + encodeURIComponent(name), ...about(file) }));
}

export function linkTo(file: KeptFile): ResourceLink {
  return { type: 'resource_link', uri: PREFIX + encodeURIComponent(fileName(file.path)), ...about(file) };
}

/** Only files that a call returned can be read, by name and never by path. */
export async function readResource({ files }: Conversation, uri: string): Promise<ReadResourceResult> {
  const file = uri.startsWith(PREFIX) ? files.get(decode(uri.slice(PREFIX.length))) : undefined;
  const bytes = file && (await readFile(file.path).catch(() => undefined));
  if (!file || !bytes) throw new ResourceNotFoundError(uri);
  const { mimeType } = file;
  const isText = /^text\/|json$/.test(mimeType);
  const content = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
  return { contents: [{ uri, mimeType, ...content }] };
}

function about({ name, mimeType, size }: KeptFile) {
  return { name, mimeType, size, description: `${size} bytes that a call has left` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
