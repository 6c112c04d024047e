import { within } from '@btcp/protocol';
import { Subscriptions } from '../cdp/subscriptions.js';
import type { Tab } from '../tab/tab.js';

const MAX_REQUEST_MS = 5_000;
const MAX_LOAD_MS = 10_000;
// A navigation that a page asks for may come to nothing.
const MAX_DEPARTURE_MS = 2_000;

// What a page does in answer to an action, apart from what its document shows.
const STIRRINGS = [
  'Page.frameRequestedNavigation',
  'Page.frameStartedLoading',
  'Page.navigatedWithinDocument',
  'Page.javascriptDialogOpening',
  'Page.windowOpen',
  'Page.downloadWillBegin',
  'Page.fileChooserOpened',
  'Inspector.targetCrashed',
] as const;

const FOLLOWED = new Set(['Document', 'Fetch', 'XHR', 'Script']);

export class Quiet {
  readonly #tab: Tab;
  readonly #pending = new Set<string>();
  readonly #subscriptions = new Subscriptions();
  readonly #start = performance.now();
  readonly #stirred: Promise<void>;
  #stir = () => {};
  #wake = () => {};
  #departsBy = 0;
  hasAborted = false;
  /** Whether the tab has announced a download; the browser reports it on its own. */
  hasDownload = false;
  hasStirred = false;

  constructor(tab: Tab) {
    this.#tab = tab;
    this.#stirred = new Promise((resolve) => {
      this.#stir = () => {
        this.hasStirred = true;
        resolve();
      };
    });
    const done = ({ requestId }: { requestId: string }) => {
      this.#pending.delete(requestId);
      this.#wake();
    };
    for (const cdp of tab.frames.sessions) {
      this.#subscriptions.on(cdp, 'Page.downloadWillBegin', () => {
        this.hasDownload = true;
      });
      this.#subscriptions.on(cdp, 'Network.requestWillBeSent', ({ requestId, type }) => {
        if (!FOLLOWED.has(type ?? '')) return;
        this.#pending.add(requestId);
        this.#stir();
      });
      for (const event of STIRRINGS) this.#subscriptions.on(cdp, event, this.#stir);
      this.#subscriptions.on(cdp, 'Network.loadingFinished', done);
      this.#subscriptions.on(cdp, 'Network.loadingFailed', (failed) => {
        if (failed.type === 'Document' && failed.canceled) this.hasAborted = true;
        done(failed);
      });
    }
    this.#subscriptions.on(tab.cdp, 'Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === tab.frameId && disposition === 'currentTab')
        this.#departsBy = performance.now() + MAX_DEPARTURE_MS;
    });
    for (const event of [
      'Page.frameStartedLoading',
      'Page.navigatedWithinDocument',
      'Page.downloadWillBegin',
    ] as const) {
      this.#subscriptions.on(tab.cdp, event, ({ frameId }) => {
        if (frameId === tab.frameId) this.#departsBy = 0;
        this.#wake();
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
      const left = this.#isBlocked ? 0 : this.#busyUntil - performance.now();
      if (left <= 0) return isFirst;
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await within(woken, left, () => {});
      if (!this.#isBlocked) await this.#tab.answer(() => this.#tab.frames.rendered()).catch(() => {});
    }
  }

  async orStirred(work: Promise<unknown>): Promise<void> {
    await Promise.race([this.#stirred, work]);
  }

  stop(): void {
    this.#subscriptions.end();
  }

  get #busyUntil(): number {
    if (this.#tab.document.loading) return this.#start + MAX_LOAD_MS;
    return this.#pending.size > 0 ? this.#start + MAX_REQUEST_MS : this.#departsBy;
  }

  get #isBlocked(): boolean {
    return this.#tab.dialog !== undefined || this.#tab.crashed;
  }
}
