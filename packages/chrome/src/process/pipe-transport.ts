import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { CommandChannel } from '../cdp/command-channel.js';

export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #input: Writable;
  readonly #commands = new CommandChannel();
  #begun: Buffer[] = [];

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    output.on('data', (chunk: Buffer) => this.#receive(chunk));
    output.once('close', () => this.onclose?.());
    // A killed Chrome resets its pipe; `close` reports that.
    for (const stream of [input, output]) stream.on('error', () => {});
  }

  send(message: string): void {
    if (!this.#input.writable) return;
    this.#commands.sent(message);
    // One write for all messages of this turn: writing is the slow part.
    this.#input.cork();
    this.#input.write(`${message}\0`);
    process.nextTick(() => this.#input.uncork());
  }

  close(): void {
    this.#input.end();
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...this.#begun, chunk.subarray(start, end)]).toString();
      this.#begun = [];
      start = end + 1;
      // One message per turn, so that events that follow an answer find its awaiters done.
      setImmediate(() => {
        this.#commands.received(message);
        this.onmessage?.(message);
      });
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
  }
}
