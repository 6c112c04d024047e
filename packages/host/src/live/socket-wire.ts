import type { WebSocket } from 'ws';
import type { Wire } from './dialect.js';

/** What a viewer may leave unread before it is given up. */
const MOST_UNREAD = 8 * 1024 * 1024;
const PING_MS = 15_000;

export function createWire(socket: WebSocket): Wire {
  const send = (data: string | Uint8Array, sent = () => {}) => {
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
    else socket.send(data, () => sent());
  };
  return {
    json: (message, sent) => send(typeof message === 'string' ? message : JSON.stringify(message), sent),
    binary: send,
  };
}

/** Closes with a reason of any length; a socket takes 123 bytes of it. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, Buffer.from(reason).subarray(0, 120).toString());
}

/** A line that is dead without a word is found out by its silence. */
export function keepAlive(socket: WebSocket): () => void {
  let isAlive = true;
  // Whatever is heard is a sign of life: an answer to a ping may wait behind a lot of input.
  const hear = () => {
    isAlive = true;
  };
  socket.on('pong', hear).on('message', hear);
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}
