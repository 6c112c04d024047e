import { BtcpError, within } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import type { DocumentState } from './document-state.js';

const CRASH_MS = 10_000;
const REVIVE_TIMEOUT_MS = 4_000;

/** Crashes of a page: its own, and those by which a page is stopped that nothing else reaches. */
export class Crashes {
  hasCrashed = false;
  readonly #cdp: CDPSession;
  readonly #document: DocumentState;
  // Why we stopped the page.
  #reason: string | undefined;
  #isRevived = false;

  constructor(cdp: CDPSession, document: DocumentState, onCrash: (error: BtcpError) => void) {
    this.#cdp = cdp;
    this.#document = document;
    cdp.on('Inspector.targetCrashed', () => {
      this.hasCrashed = true;
      onCrash(this.#error());
    });
    cdp.on('Inspector.targetReloadedAfterCrash', () => {
      this.hasCrashed = false;
    });
  }

  get wasStopped(): boolean {
    return this.#reason !== undefined;
  }

  async stop(reason: string): Promise<void> {
    const crashed = new Promise((resolve) => this.#cdp.once('Inspector.targetCrashed', resolve));
    this.#reason = reason;
    this.#cdp.send('Page.crash').catch(() => {});
    await within(crashed, CRASH_MS, () => undefined);
  }

  /** Loads the page again, or an empty one in its place. */
  async revive(isSamePage: boolean): Promise<void> {
    this.hasCrashed = false;
    const loaded = new Promise((resolve) => this.#cdp.once('Page.domContentEventFired', resolve));
    if (isSamePage) await this.#cdp.send('Page.reload');
    else await this.#cdp.send('Page.navigate', { url: 'about:blank' });
    this.#reason = undefined;
    this.#isRevived = true;
    await within(loaded, REVIVE_TIMEOUT_MS, () => undefined);
  }

  takeRevived(): boolean {
    const isRevived = this.#isRevived;
    this.#isRevived = false;
    return isRevived;
  }

  assertNone(): void {
    if (this.hasCrashed) throw this.#error();
  }

  #error(): BtcpError {
    if (this.#reason === undefined) {
      return new BtcpError('browser_lost', 'The page crashed.', {
        hint: 'Call again: the next call reopens the page.',
      });
    }
    return new BtcpError('browser_lost', `The page at ${this.#document.url} was stopped: ${this.#reason}.`, {
      hint: 'The next call works in an empty page. Open another address.',
    });
  }
}
