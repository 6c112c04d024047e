import { AsyncResource } from 'node:async_hooks';
import { type Look, type LookOptions, PrivatePage, type SessionEventBody } from '@btcp/tools';
import { DrivenAddresses } from '../recording/driven-addresses.js';
import type { HistoryKey } from './history-key.js';
import type { HistoryStore } from './history-store.js';

// A page is looked at when no call has followed for this long: one that came meanwhile would wait for the picture.
const QUIET_MS = 250;
// A program that calls without a pause is delayed by one look in this time.
const MAX_BLIND_MS = 5_000;

// What a look sends to the browser is not part of the trace of the call before it.
const outsideOfCalls = new AsyncResource('btcp-history');

export type LookAtPage = (options: LookOptions) => Promise<Look | undefined>;

interface WatchedStep {
  key: HistoryKey;
  kept: Promise<number | undefined>;
  mayChange: boolean;
}

export class SessionWatch {
  readonly addresses = new DrivenAddresses();
  readonly #lookAt: LookAtPage;
  readonly #store: HistoryStore;
  #running = 0;
  // Grows with every call that may change the page.
  #version = 0;
  #seenVersion = -1;
  // The step that left the page as it is: those after it only read.
  #last: WatchedStep | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looked = 0;
  readonly #began = Date.now();
  #since: number | undefined;
  #unanswered: ReadonlySet<number> = new Set();
  readonly #privatePage = new PrivatePage();
  #looking: AbortController | undefined;

  constructor(lookAt: LookAtPage, store: HistoryStore) {
    this.#lookAt = lookAt;
    this.#store = store;
  }

  get isPrivate(): boolean {
    return this.#privatePage.isHidden;
  }

  note(event: SessionEventBody): void {
    this.#privatePage.note(event);
  }

  begin(mayChange: boolean): void {
    this.#running++;
    if (mayChange) {
      this.#version++;
      this.#looking?.abort();
    }
    clearTimeout(this.#timer);
  }

  end(): void {
    this.#running--;
  }

  lookSoon(step: WatchedStep): void {
    const last = step.mayChange ? step : (this.#last ?? step);
    this.#last = last;
    if (this.#running > 0 || this.#version === this.#seenVersion) return;
    clearTimeout(this.#timer);
    const isBlind = Date.now() - this.#looked > MAX_BLIND_MS;
    const look = () => void outsideOfCalls.runInAsyncScope(() => this.#look(last).catch(() => {}));
    this.#timer = setTimeout(look, isBlind ? 0 : QUIET_MS).unref();
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#seenVersion = this.#version;
  }

  async #look({ key, kept }: WatchedStep): Promise<void> {
    const version = this.#version;
    this.#looked = Date.now();
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    const found = await this.#lookAt({
      since: this.#since,
      age: this.#looked - this.#began,
      unanswered: this.#unanswered,
      signal,
    });
    const number = await kept;
    if (!found || number === undefined || version !== this.#version || this.isPrivate) return;
    this.#seenVersion = version;
    const open = found.requests.filter(({ status, failure }) => status === undefined && failure === undefined);
    this.#unanswered = new Set(open.flatMap(({ id }) => (id === undefined ? [] : id)));
    const { time, isSecret, ...look } = found;
    this.#since = time;
    if (isSecret) await this.#store.hide(key, number, 'secret');
    await this.#store.addLook(key, number, look);
  }
}
