import type { Tab } from '../tab.js';
import { within } from '../within.js';

/** How long an action's own requests are followed before it counts as done. */
const MOST_MS = 5_000;
/** How long a page that the action led to may take to be ready. */
const ARRIVAL_MS = 10_000;

/** Requests that pages make to change themselves. Pictures and fonts change nothing that can be read. */
const FOLLOWED = new Set(['Document', 'Fetch', 'XHR', 'Script']);

/**
 * Watches what an action sets off, from before it is done. A page that does not react costs two frames; one that sends
 * requests or leaves is followed to their end, within bounds.
 */
export class Quiet {
  readonly #tab: Tab;
  readonly #pending = new Set<string>();
  readonly #stops: (() => void)[] = [];
  readonly #start = performance.now();
  #wake = () => {};

  constructor(tab: Tab) {
    this.#tab = tab;
    const { cdp } = tab;
    const listen: typeof cdp.on = (event, handler) => {
      this.#stops.push(() => cdp.off(event, handler));
      return cdp.on(event, handler);
    };
    const done = ({ requestId }: { requestId: string }) => {
      this.#pending.delete(requestId);
      this.#wake();
    };
    listen('Network.requestWillBeSent', ({ requestId, type }) => {
      if (FOLLOWED.has(type ?? '')) this.#pending.add(requestId);
    });
    // The answer to a fetch is in the page's hands when it begins; what the page does with it comes in the next frames.
    listen('Network.loadingFinished', done);
    listen('Network.loadingFailed', done);
    for (const event of [
      'Page.frameStoppedLoading',
      'Page.javascriptDialogOpening',
      'Inspector.targetCrashed',
    ] as const) {
      listen(event, () => this.#wake());
    }
  }

  /** Resolves with the milliseconds it has watched. */
  async reached(): Promise<number> {
    try {
      for (;;) {
        await this.#frames();
        const limit = this.#tab.document.loading ? ARRIVAL_MS : MOST_MS;
        const left = limit - (performance.now() - this.#start);
        if (this.#isBlocked || left <= 0 || !(this.#tab.document.loading || this.#pending.size > 0)) break;
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        await within(woken, left, () => {});
      }
      return Math.round(performance.now() - this.#start);
    } finally {
      this.stop();
    }
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  get #isBlocked(): boolean {
    return this.#tab.dialog !== undefined || this.#tab.crashed;
  }

  /** Lets the page render twice: what an event sets off is on screen then. */
  async #frames(): Promise<void> {
    if (this.#isBlocked) return;
    await this.#tab.answer(() => this.#tab.frames.main.call('rendered')).catch(() => {});
  }
}
