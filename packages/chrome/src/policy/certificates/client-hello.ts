import { once } from 'node:events';
import type { Socket } from 'node:net';

export const TLS_HANDSHAKE = 0x16;

const RECORD_HEADER = 5;
const ALPN = 16;
// The record and handshake headers, the version and the random number.
const FIXED = RECORD_HEADER + 4 + 2 + 32;
const HELLO_TIMEOUT_MS = 10_000;

/** The application protocols that a TLS client offers; its bytes stay unread. */
export async function offeredProtocols(socket: Socket, first: Buffer): Promise<string[]> {
  let bytes = first;
  const tooLong = setTimeout(() => socket.destroy(), HELLO_TIMEOUT_MS);
  try {
    while (bytes.length < RECORD_HEADER || bytes.length < RECORD_HEADER + bytes.readUInt16BE(3)) {
      const more: Buffer | null = socket.read();
      if (more) bytes = Buffer.concat([bytes, more]);
      else if (socket.readableEnded || socket.destroyed) throw new Error('The client has gone.');
      else await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
    }
  } finally {
    clearTimeout(tooLong);
  }
  socket.unshift(bytes);
  return protocolsIn(bytes);
}

function protocolsIn(hello: Buffer): string[] {
  const afterSession = FIXED + 1 + hello.readUInt8(FIXED);
  const afterCiphers = afterSession + 2 + hello.readUInt16BE(afterSession);
  const afterCompression = afterCiphers + 1 + hello.readUInt8(afterCiphers);
  let at = afterCompression + 2;
  while (at + 4 <= hello.length) {
    const [kind, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
    if (kind === ALPN) return names(hello.subarray(at + 6, at + 4 + length));
    at += 4 + length;
  }
  return [];
}

function names(list: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < list.length; at += 1 + (list[at] ?? 0)) {
    found.push(list.subarray(at + 1, at + 1 + (list[at] ?? 0)).toString('latin1'));
  }
  return found;
}
