import { AsyncResource } from 'node:async_hooks';
import { type Conversation, lookAt } from '@btcp/tools';
import { DrivenAddresses } from '../recording/driven-addresses.js';
import type { HistoryKey } from './history-key.js';
import type { HistoryStore } from './history-store.js';

// A page is looked at when no call has followed for this long: one that came meanwhile would wait for the picture.
const QUIET_MS = 250;
// A program that calls without a pause is delayed by one look in this time.
const MAX_BLIND_MS = 5_000;

// What a look sends to the browser is not part of the trace of the call before it.
const outsideOfCalls = new AsyncResource('btcp-history');

/** Looks at the page of one conversation after its calls. */
export class SessionWatch {
  readonly addresses = new DrivenAddresses();
  readonly #conversation: Conversation;
  readonly #store: HistoryStore;
  #running = 0;
  // Grows with every call that may change the page.
  #version = 0;
  #seenVersion = -1;
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;
  // The last look that was kept.
  #since = 0;
  #unanswered: ReadonlySet<number> = new Set();
  // What a person entered in private stays on the page that they left.
  #wasPrivate = false;

  constructor(conversation: Conversation, store: HistoryStore) {
    this.#conversation = conversation;
    this.#store = store;
  }

  get isPrivate(): boolean {
    return this.#wasPrivate || this.#conversation.lease.state.isPrivate;
  }

  notePrivate(): void {
    this.#wasPrivate = true;
  }

  notePage(): void {
    if (!this.#conversation.lease.state.isPrivate) this.#wasPrivate = false;
  }

  begin(mayChange: boolean): void {
    this.#running++;
    if (mayChange) this.#version++;
    clearTimeout(this.#timer);
  }

  end(): void {
    this.#running--;
  }

  /** Looks at the page as a step has left it; `number` is that of the step once it is kept. */
  lookSoon(key: HistoryKey, number: Promise<number | undefined>): void {
    if (this.#running > 0 || this.#version === this.#seenVersion) return;
    clearTimeout(this.#timer);
    const isBlind = Date.now() - this.#looked > MAX_BLIND_MS;
    const look = () => void outsideOfCalls.runInAsyncScope(() => this.#look(key, number).catch(() => {}));
    this.#timer = setTimeout(look, isBlind ? 0 : QUIET_MS).unref();
  }

  /** What the next look finds is of another page. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#seenVersion = this.#version;
  }

  async #look(key: HistoryKey, kept: Promise<number | undefined>): Promise<void> {
    const version = this.#version;
    const time = Date.now();
    this.#looked = time;
    const found = await lookAt(this.#conversation, {
      since: this.#since,
      unanswered: this.#unanswered,
      isWanted: () => version === this.#version,
    });
    const number = await kept;
    if (!found || number === undefined || version !== this.#version || this.isPrivate) return;
    this.#since = time;
    this.#seenVersion = version;
    const open = found.requests.filter(({ status, failure }) => status === undefined && failure === undefined);
    this.#unanswered = new Set(open.flatMap(({ id }) => (id === undefined ? [] : id)));
    const { isSecret, ...look } = found;
    if (isSecret) await this.#store.hide(key, number, 'secret');
    await this.#store.addLook(key, number, look);
  }
}
