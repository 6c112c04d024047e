import type { SSEStreamingApi } from 'hono/streaming';

const KEEP_ALIVE_MS = 15_000;

export class EventFeed<Event extends object> {
  readonly #unread: Event[] = [];
  readonly #maxUnread: number;
  #wake = () => {};

  constructor(maxUnread: number) {
    this.#maxUnread = maxUnread;
  }

  add(event: Event): void {
    this.#unread.push(event);
    this.#wake();
  }

  wake(): void {
    this.#wake();
  }

  async writeTo(stream: SSEStreamingApi, write: (event: Event) => Promise<void>): Promise<void> {
    while (!stream.aborted && this.#unread.length <= this.#maxUnread) {
      const event = this.#unread.shift();
      if (event) await write(event);
      else if ((await this.#woken()) === 'late') await stream.write(': still here\n\n');
    }
    stream.abort();
  }

  #woken(): Promise<'late' | 'event'> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, KEEP_ALIVE_MS, 'late');
      this.#wake = () => {
        clearTimeout(timer);
        resolve('event');
      };
    });
  }
}
