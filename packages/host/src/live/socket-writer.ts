import type { SocketWriter } from './viewer-protocol.js';

export interface LiveSocket {
  readonly protocol: string;
  readonly bufferedAmount: number;
  send(data: string | Uint8Array, sent: () => void): void;
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): void;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): this;
  on(event: 'close' | 'error' | 'pong', listener: () => void): this;
}

const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
const PING_MS = 15_000;

export function createSocketWriter(socket: LiveSocket): SocketWriter {
  const send = (data: string | Uint8Array, sent = () => {}) => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(data, () => sent());
  };
  return {
    json: (message, sent) => send(typeof message === 'string' ? message : JSON.stringify(message), sent),
    binary: send,
  };
}

/** A close reason has at most 123 bytes. */
export function closeSocket(socket: LiveSocket, code: number, reason: string): void {
  socket.close(code, Buffer.from(reason).subarray(0, 120).toString());
}

export function keepAlive(socket: LiveSocket): () => void {
  let isAlive = true;
  // Any message counts: the answer to a ping may wait behind a lot of input.
  const markAlive = () => {
    isAlive = true;
  };
  socket.on('pong', markAlive).on('message', markAlive);
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}
