import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/** The driver's line to Chrome: messages in both directions, each ended by a zero byte. */
export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #input: Writable;
  /** What has come of a message whose end has not. */
  #begun: Buffer[] = [];

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    output.on('data', (chunk: Buffer) => this.#receive(chunk));
    output.once('close', () => this.onclose?.());
    // A killed Chrome resets its pipe, which would end our process too. That it has ended is told by `close`.
    for (const stream of [input, output]) stream.on('error', () => {});
  }

  send(message: string): void {
    if (!this.#input.writable) return;
    // What is sent together is written at once: to write takes longer than all else that is done for a message.
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
      // Each in a turn of its own: whoever awaits an answer goes on before the next message is handled.
      setImmediate(() => this.onmessage?.(message));
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
  }
}
