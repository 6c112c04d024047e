import type { ConnectionTransport } from 'puppeteer-core';
import { WebSocket } from 'ws';
import { CommandChannel } from '../../cdp/command-channel.js';

// Screenshots of long pages and bodies of requests are one message each.
const MAX_MESSAGE = 256 * 1024 * 1024;

export class WebSocketTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #socket: WebSocket;
  readonly #commands = new CommandChannel();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    // One message per turn, so that events that follow an answer find its awaiters done.
    socket.on('message', (data) => {
      const message = data.toString();
      setImmediate(() => {
        this.#commands.received(message);
        this.onmessage?.(message);
      });
    });
    socket.on('close', () => setImmediate(() => this.onclose?.()));
    // `close` follows.
    socket.on('error', () => {});
  }

  static open(address: string, signal: AbortSignal): Promise<WebSocketTransport> {
    const options = { perMessageDeflate: false, maxPayload: MAX_MESSAGE, allowSynchronousEvents: false };
    const socket = new WebSocket(address, options);
    const transport = new WebSocketTransport(socket);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        socket.terminate();
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      socket.once('open', () => {
        signal.removeEventListener('abort', giveUp);
        resolve(transport);
      });
      socket.once('error', reject);
    });
  }

  send(message: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#commands.sent(message);
    this.#socket.send(message);
  }

  close(): void {
    this.#socket.close();
  }
}
