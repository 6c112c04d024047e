import { sleep } from '@btcp/protocol';
import type { SessionEvent } from '@btcp/tools';
import { requestServer, type ServerAddress } from '../client/server-client.js';

const RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const READY_TIMEOUT_MS = 5_000;
// Servers send a heartbeat every 15 seconds.
const SILENCE_TIMEOUT_MS = 45_000;

export class EventFollower {
  // Resolves when events arrive, or the first attempt has failed.
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
    response.setTimeout(SILENCE_TIMEOUT_MS, () => response.destroy());
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) this.#report(event);
    }
  }

  // The first event is the current state: from then on nothing is missed.
  #report(event: string): void {
    this.#last = /^id: ?(.*)$/m.exec(event)?.[1] ?? this.#last;
    const data = /^data: ?(.*)$/m.exec(event)?.[1];
    if (data !== undefined && !this.#isStopped) this.#listener(JSON.parse(data));
    this.#isReady();
  }
}
