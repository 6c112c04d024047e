import { sleep } from '@btcp/protocol';
import { ownFetch } from './sign-in.ts';

const RETRY_AFTER = 1500;

/** Server-sent events, as EventSource reads them, which cannot send a token. */
export class EventStream {
  onopen: () => void = () => {};
  onerror: () => void = () => {};
  isRefused = false;
  readonly #path: string;
  readonly #listeners = new Map<string, (event: { data: string }) => void>();
  readonly #ending = new AbortController();

  constructor(path: string) {
    this.#path = path;
    void this.#follow();
  }

  addEventListener(type: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.#ending.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted && !this.isRefused) {
      await this.#read(signal).catch(() => {});
      if (signal.aborted) return;
      this.onerror();
      await sleep(RETRY_AFTER);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const response = await ownFetch(this.#path, { signal });
    this.isRefused = !response.ok;
    if (!response.ok || !response.body) return;
    this.onopen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (unread + value).split('\n\n');
      unread = blocks.pop() ?? '';
      if (!signal.aborted) for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    const lines = block.split('\n');
    const valuesOf = (field: string) =>
      lines
        .filter((line) => line.startsWith(`${field}:`))
        .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
    const data = valuesOf('data').join('\n');
    if (data !== '') this.#listeners.get(valuesOf('event')[0] ?? 'message')?.({ data });
  }
}
