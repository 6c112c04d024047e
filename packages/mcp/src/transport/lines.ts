import type { Readable, Writable } from 'node:stream';

// As the SDK has it; what is longer ends the connection.
const MAX_LINE_BYTES = 10 * 1024 * 1024;
const NEWLINE = 10;

/** Offers each line of a stream to `take`, and writes those that it leaves to `rest`. */
export function divideLines(from: Readable, rest: Writable, take: (line: string) => boolean): void {
  let begun: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  const end = (last: Buffer): void => {
    const line = begun.length === 0 ? last : Buffer.concat([...begun, last]);
    begun = [];
    size = 0;
    if (!take(line.toString())) rest.write(line);
  };
  from.on('data', (chunk: Buffer) => {
    if (isTooLong) return;
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      end(chunk.subarray(start, at + 1));
      start = at + 1;
    }
    if (start === chunk.length) return;
    begun.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size <= MAX_LINE_BYTES) return;
    isTooLong = true;
    for (const part of begun.splice(0)) rest.write(part);
  });
}
