import type { RequestId, Transport } from '@modelcontextprotocol/server';

export class DrainingTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #inner: Transport;
  readonly #waiting = new Set<RequestId>();
  #whenDrained: (() => void) | undefined;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message, extra) => {
      // The transport has checked the message.
      if ('method' in message && 'id' in message) this.#waiting.add(message.id);
      // A cancelled request gets no response.
      else if ('method' in message && message.method === 'notifications/cancelled') {
        this.#settle(message.params?.requestId as RequestId);
      }
      this.onmessage?.(message, extra);
    };
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    await this.#inner.start();
  }

  async send(...[message, options]: Parameters<Transport['send']>): Promise<void> {
    await this.#inner.send(message, options);
    if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
  }

  async drained(): Promise<void> {
    if (this.#waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenDrained = resolve;
    });
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  #settle(id: RequestId): void {
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#whenDrained?.();
  }
}
