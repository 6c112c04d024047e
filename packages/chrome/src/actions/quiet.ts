import { within } from '@btcp/protocol';
import { Subscriptions } from '../cdp/subscriptions.js';
import type { Tab } from '../tab/tab.js';

const MAX_REQUEST_MS = 5_000;
const MAX_LOAD_MS = 10_000;

const FOLLOWED = new Set(['Document', 'Fetch', 'XHR', 'Script']);

export class Quiet {
  readonly #tab: Tab;
  readonly #pending = new Set<string>();
  readonly #subscriptions = new Subscriptions();
  readonly #start = performance.now();
  #wake = () => {};
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

  get elapsed(): number {
    return Math.round(performance.now() - this.#start);
  }

  async reached(): Promise<boolean> {
    for (let isFirst = true; ; isFirst = false) {
      const limit = this.#tab.document.loading ? MAX_LOAD_MS : MAX_REQUEST_MS;
      const left = limit - (performance.now() - this.#start);
      if (this.#isBlocked || left <= 0 || !(this.#tab.document.loading || this.#pending.size > 0)) return isFirst;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await within(woken, left, () => {});
      if (!this.#isBlocked) await this.#tab.answer(() => this.#tab.frames.rendered()).catch(() => {});
    }
  }

  stop(): void {
    this.#subscriptions.end();
  }

  get #isBlocked(): boolean {
    return this.#tab.dialog !== undefined || this.#tab.crashed;
  }
}
