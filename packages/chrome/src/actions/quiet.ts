import { Subscriptions } from '../cdp/subscriptions.js';
import { within } from '../cdp/within.js';
import type { Tab } from '../tab/tab.js';

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
  readonly #subscriptions = new Subscriptions();
  readonly #start = performance.now();
  #wake = () => {};
  /** Whether a visit was broken off, as it is when it turns out to be a download. */
  hasAborted = false;

  constructor(tab: Tab) {
    this.#tab = tab;
    const done = ({ requestId }: { requestId: string }) => {
      this.#pending.delete(requestId);
      this.#wake();
    };
    for (const cdp of tab.frames.sessions) {
      this.#subscriptions.on(cdp, 'Network.requestWillBeSent', ({ requestId, type }) => {
        if (FOLLOWED.has(type ?? '')) this.#pending.add(requestId);
      });
      // The answer to a fetch is in the page's hands when it begins; what the page does with it comes in the next frames.
      this.#subscriptions.on(cdp, 'Network.loadingFinished', done);
      this.#subscriptions.on(cdp, 'Network.loadingFailed', (failed) => {
        if (failed.type === 'Document' && failed.canceled) this.hasAborted = true;
        done(failed);
      });
    }
    for (const event of [
      'Page.frameStoppedLoading',
      'Page.javascriptDialogOpening',
      'Inspector.targetCrashed',
    ] as const) {
      this.#subscriptions.on(tab.cdp, event, () => this.#wake());
    }
  }

  /** Milliseconds since the watching began. */
  get elapsed(): number {
    return Math.round(performance.now() - this.#start);
  }

  async reached(): Promise<void> {
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
  }

  stop(): void {
    this.#subscriptions.end();
  }

  get #isBlocked(): boolean {
    return this.#tab.dialog !== undefined || this.#tab.crashed;
  }

  /** Lets the page and its frames render twice: what an event sets off is on screen then. */
  async #frames(): Promise<void> {
    if (this.#isBlocked) return;
    const { agents } = this.#tab.frames;
    await this.#tab.answer(() => Promise.allSettled(agents.map((agent) => agent.call('rendered')))).catch(() => {});
  }
}
