import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Conversation, DOWNLOAD_TYPE, fileName, type KeptFile } from '@btcp/tools';
import {
  type ReadResourceResult,
  type Resource,
  type ResourceLink,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';

const PREFIX = 'btcp://files/';

/** For clients on another machine, which cannot open the paths. */
export function listResources({ files }: Conversation): Resource[] {
  return [...files.values()].map((file) => ({ uri: addressOf(file), ...about(file) }));
}

export function linkTo(file: KeptFile): ResourceLink {
  return { type: 'resource_link', uri: addressOf(file), ...about(file) };
}

/** Only files that a call returned can be read, by their address and never by path. */
export async function readResource({ files }: Conversation, uri: string): Promise<ReadResourceResult> {
  const file = [...files.values()].find((each) => addressOf(each) === uri);
  const bytes = file && (await readFile(file.path).catch(() => undefined));
  if (!file || !bytes) throw new ResourceNotFoundError(uri);
  const { mimeType } = file;
  const isText = /^text\/|json$/.test(mimeType);
  const content = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
  return { contents: [{ uri, mimeType, ...content }] };
}

// The page chooses the name of a download, and this stands outside the boundary; the text of the result has the name.
function about({ name, mimeType, size }: KeptFile) {
  const isDownload = mimeType === DOWNLOAD_TYPE;
  return {
    name: isDownload ? 'download' : name,
    mimeType,
    size,
    description: isDownload ? `Download, ${size} bytes` : `Output of a call, ${size} bytes`,
  };
}

function addressOf({ path, mimeType }: KeptFile): string {
  const name = fileName(path);
  const isDownload = mimeType === DOWNLOAD_TYPE;
  return (
    PREFIX +
    (isDownload ? createHash('sha256').update(name).digest('base64url').slice(0, 16) : encodeURIComponent(name))
  );
}
