import type { CDPSession, CDPSessionEvents } from 'puppeteer-core';

export class Subscriptions {
  readonly #ends: (() => void)[] = [];

  on<Event extends keyof CDPSessionEvents>(
    cdp: CDPSession,
    event: Event,
    handler: (given: CDPSessionEvents[Event]) => void,
  ): void {
    cdp.on(event, handler);
    this.#ends.push(() => cdp.off(event, handler));
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}
