import { seal, unseal } from '../sealing/sealed.js';

const SEGMENT_BYTES = 256 * 1024;
// A nonce and a tag.
const SEAL_BYTES = 28;

/** Encrypts a stream in segments: each in its place, and the last one marked, so that nothing can be left out. */
export async function* sealStream(
  key: Buffer,
  boundTo: readonly unknown[],
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let index = 0;
  let waiting: Buffer | undefined;
  for await (const segment of inSegments(content, SEGMENT_BYTES)) {
    if (waiting) yield seal(key, [...boundTo, index++, false], waiting);
    waiting = segment;
  }
  yield seal(key, [...boundTo, index, true], waiting ?? Buffer.alloc(0));
}

/** Decrypts such a stream; throws where it was changed, or is not whole. */
export async function* unsealStream(
  key: Buffer,
  boundTo: readonly unknown[],
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  let index = 0;
  let waiting: Buffer | undefined;
  for await (const segment of inSegments(sealed, SEGMENT_BYTES + SEAL_BYTES)) {
    if (waiting) yield unseal(key, [...boundTo, index++, false], waiting);
    waiting = segment;
  }
  yield unseal(key, [...boundTo, index, true], waiting ?? Buffer.alloc(0));
}

async function* inSegments(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    parts.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const whole = Buffer.concat(parts);
    let start = 0;
    for (; start + size <= whole.length; start += size) yield whole.subarray(start, start + size);
    parts = [whole.subarray(start)];
    length = whole.length - start;
  }
  if (length > 0) yield Buffer.concat(parts);
}
