import type { SSEStreamingApi } from 'hono/streaming';

const KEEP_ALIVE_MS = 15_000;

/** What waits to be written to one reader of server-sent events. */
export class EventFeed<Event extends object> {
  readonly #unread: Event[] = [];
  readonly #mostUnread: number;
  #wake = () => {};

  /** A reader that lags behind by more than `mostUnread` is let go. */
  constructor(mostUnread: number) {
    this.#mostUnread = mostUnread;
  }

  add(event: Event): void {
    this.#unread.push(event);
    this.#wake();
  }

  /** Looks again whether the reader is still there. */
  wake(): void {
    this.#wake();
  }

  /** Writes every event as it comes, and a sign of life where none does, until the reader has gone or was let go. */
  async writeTo(stream: SSEStreamingApi, write: (event: Event) => Promise<void>): Promise<void> {
    while (!stream.aborted && this.#unread.length <= this.#mostUnread) {
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
