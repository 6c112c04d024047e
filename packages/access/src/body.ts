import { inNextTurn, MAX_SHARED_TURN } from './turns.js';

/** Default limit of a request body. */
export const MAX_BODY_BYTES: number = 4 * 1024 * 1024;

/** Returns the body as text, or `undefined` as soon as it is larger than `maxBytes`. */
export async function readBody(request: Request, maxBytes: number = MAX_BODY_BYTES): Promise<string | undefined> {
  const text = await readText(request, maxBytes);
  // To decode and to parse are each work for a turn of its own.
  if (text !== undefined && text.length > MAX_SHARED_TURN) await new Promise<void>(inNextTurn);
  return text;
}

async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  const length = request.headers.get('content-length');
  const isChunked = request.headers.has('transfer-encoding');
  // Node reads no more bytes than `Content-Length` announces.
  if (length !== null && !isChunked) return Number(length) > maxBytes ? undefined : request.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
