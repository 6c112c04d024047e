import { sleep } from '@btcp/protocol';
import type { SessionEvent } from '@btcp/tools';
import { dataIn, eventBlocks } from '../client/event-blocks.js';
import { requestServer, type ServerAddress } from '../client/server-client.js';

const RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const READY_TIMEOUT_MS = 5_000;

export class EventFollower {
  readonly ready: Promise<void>;
  readonly #address: () => Promise<ServerAddress>;
  readonly #path: string;
  readonly #listener: (event: SessionEvent) => void;
  #line = new AbortController();
  #isStopped = false;
  #last = '';
  #isReady = () => {};
  #retry = RETRY_MS;

  constructor(address: () => Promise<ServerAddress>, session: string, listener: (event: SessionEvent) => void) {
    this.#address = address;
    this.#path = `/sessions/${encodeURIComponent(session)}/events`;
    this.#listener = listener;
    this.ready = new Promise((resolve) => {
      this.#isReady = resolve;
      setTimeout(resolve, READY_TIMEOUT_MS).unref();
    });
    void this.#keepFollowing();
  }

  stop(): void {
    this.#isStopped = true;
    this.#line.abort();
  }

  async #keepFollowing(): Promise<void> {
    while (!this.#isStopped) {
      await this.#follow().catch(() => {});
      this.#isReady();
      if (this.#isStopped) return;
      await sleep(this.#retry);
      this.#retry = Math.min(this.#retry * 2, MAX_RETRY_MS);
    }
  }

  async #follow(): Promise<void> {
    const server = await this.#address();
    if (this.#isStopped) return;
    this.#line = new AbortController();
    const { signal } = this.#line;
    const headers: Record<string, string> = this.#last === '' ? {} : { 'last-event-id': this.#last };
    const response = await requestServer(server, this.#path, { headers, signal });
    if (response.statusCode !== 200) {
      response.resume();
      return;
    }
    this.#retry = RETRY_MS;
    for await (const event of eventBlocks(response)) this.#report(event);
  }

  // The first event is the current state: from then on nothing is missed.
  #report(event: string): void {
    this.#last = /^id: ?(.*)$/m.exec(event)?.[1] ?? this.#last;
    const data = dataIn(event);
    if (data !== undefined && !this.#isStopped) this.#listener(JSON.parse(data));
    this.#isReady();
  }
}
