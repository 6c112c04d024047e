import type { BrowserSession } from '../port/browser-session.js';

// Longer than a model thinks: pages that wait for something go on meanwhile.
const DEFAULT_REST_MS = 5 * 60_000;

export class Resting {
  readonly #delay: number;
  #timer: unknown;
  #asleep: { session: BrowserSession; resting: Promise<void> } | undefined;
  #waking: Promise<void> = Promise.resolve();

  constructor(delay = DEFAULT_REST_MS) {
    this.#delay = delay;
  }

  get isAsleep(): boolean {
    return this.#asleep !== undefined;
  }

  start(session: BrowserSession): void {
    clearTimeout(this.#timer);
    if (!session.rest) return;
    this.#timer = setTimeout(() => {
      const resting = session.rest?.().catch(() => {});
      if (resting && !this.#asleep) this.#asleep = { session, resting };
    }, this.#delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asleep = undefined;
  }

  /** Resolves when the pages are at work; without a wait where they are. */
  wake(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#asleep) {
      const { session, resting } = this.#asleep;
      this.#asleep = undefined;
      this.#waking = resting.then(() => session.wake?.()).catch(() => {});
    }
    return this.#waking;
  }
}
