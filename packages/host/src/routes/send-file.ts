import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

// It must not run as a page of this server.
const INERT = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' };

/** The headers of a file that is saved, not shown: its content may come from a page. */
export function fileHeaders({ mimeType, size }: { mimeType: string; size: number }): Record<string, string> {
  return {
    'content-type': mimeType,
    'content-length': String(size),
    'content-disposition': 'attachment',
    ...INERT,
  };
}

/** Answers with a file whose content may come from a page, so it must not run as a page of this server. */
export function sendFile(context: Context, path: string, headers: Record<string, string>): Response {
  const safe = {
    ...headers,
    ...INERT,
  };
  // Nothing reads the body of a HEAD, so the file would stay open.
  if (context.req.method === 'HEAD') return context.body(null, 200, safe);
  return context.body(Readable.toWeb(createReadStream(path)) as ReadableStream, 200, safe);
}
