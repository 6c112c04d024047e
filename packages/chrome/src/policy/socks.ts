import { once } from 'node:events';
import type { Socket } from 'node:net';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

const GREETING_TIMEOUT_MS = 10_000;

export async function readDestination(socket: Socket): Promise<{ host: string; port: number }> {
  socket.setTimeout(GREETING_TIMEOUT_MS, () => socket.destroy());
  const [version, methods = 0] = await take(socket, 2);
  if (version !== VERSION) throw new Error('This is not SOCKS5.');
  await take(socket, methods);
  socket.write(Buffer.of(VERSION, NO_AUTHENTICATION));
  const [, command, , kind] = await take(socket, 4);
  if (command !== CONNECT) throw new Error('Only connections are made.');
  const host = await readHost(socket, kind);
  const port = (await take(socket, 2)).readUInt16BE();
  socket.setTimeout(0);
  return { host, port };
}

export function answerConnected(socket: Socket): void {
  socket.write(answer(0));
}

/** Always "host unreachable": Chrome blames the proxy for every other failure. */
export function answerFailed(socket: Socket): void {
  socket.end(answer(4));
}

/** The first bytes of the client, which may take long: browsers connect ahead of need. */
export async function firstBytes(socket: Socket): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read();
    if (bytes) return bytes;
    if (socket.readableEnded || socket.destroyed) throw new Error('The client has gone.');
    await once(socket, 'readable');
  }
}

function answer(code: number): Buffer {
  return Buffer.of(VERSION, code, 0, IPV4, 0, 0, 0, 0, 0, 0);
}

async function readHost(socket: Socket, kind: number | undefined): Promise<string> {
  if (kind === IPV4) return (await take(socket, 4)).join('.');
  if (kind === IPV6) {
    const hex = (await take(socket, 16)).toString('hex');
    return new URL(`http://[${hex.match(/.{4}/g)?.join(':')}]`).hostname.slice(1, -1);
  }
  if (kind !== NAME) throw new Error('Unsupported address type.');
  const [length = 0] = await take(socket, 1);
  return (await take(socket, length)).toString('latin1').toLowerCase().replace(/\.$/, '');
}

async function take(socket: Socket, size: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(size);
    if (bytes?.length === size) return bytes;
    if (bytes || socket.readableEnded || socket.destroyed) throw new Error('The client has gone.');
    await once(socket, 'readable');
  }
}
