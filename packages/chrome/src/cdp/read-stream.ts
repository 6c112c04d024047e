import type { CDPSession } from 'puppeteer-core';

const CHUNK = 1_000_000;

/** Reads what Chrome has as a stream, and frees it; nothing if it is longer than `maxBytes`. */
export async function readStream(cdp: CDPSession, handle: string, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for (let size = 0; size <= maxBytes; ) {
      const { data, base64Encoded, eof } = await cdp.send('IO.read', { handle, size: CHUNK });
      const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      chunks.push(chunk);
      size += chunk.length;
      if (eof) return size > maxBytes ? undefined : Buffer.concat(chunks);
    }
    return undefined;
  } finally {
    await cdp.send('IO.close', { handle }).catch(() => {});
  }
}
