import { BtcpError, within } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import { endIfBusy } from '../cdp/end-if-busy.js';
import type { DocumentState } from './document-state.js';

export const ANSWER_TIMEOUT_MS = 15_000;

// A page that waits reports itself that its time has run out.
const GRACE_MS = 3_000;

const ALIVE_MS = 250;

// How long a page may be silent after a call that ran out of time before its script is ended.
const SILENT_MS = 5_000;

export class PageAnswers {
  readonly #cdp: CDPSession;
  readonly #document: DocumentState;
  readonly #waiting = new Set<(reason: BtcpError) => void>();
  #isHung = false;
  #isAbandoned = false;
  #abandoned = 0;
  #unblocking: Promise<'free' | 'hung'> | undefined;
  #terminatedIn: number | undefined;

  constructor(cdp: CDPSession, document: DocumentState) {
    this.#cdp = cdp;
    this.#document = document;
  }

  async to<T>(start: () => Promise<T>, allowed?: number): Promise<T> {
    if (this.#isHung) throw this.hang();
    const abandoned = this.#abandoned;
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(interrupt);
        finish();
      };
      const interrupt = (reason: BtcpError) => settle(() => reject(reason));
      const limit = allowed === undefined ? ANSWER_TIMEOUT_MS : allowed + GRACE_MS;
      // After a call that gave up, this may be its own question, and the page may have been freed since.
      const late = () => (abandoned === this.#abandoned ? this.hang() : this.#silence());
      const timer = setTimeout(() => interrupt(late()), limit);
      this.#waiting.add(interrupt);
      start().then(
        (value) => settle(() => resolve(value)),
        (thrown) => settle(() => reject(thrown)),
      );
    });
  }

  get isSilent(): boolean {
    return this.#isHung || this.#isAbandoned;
  }

  interrupt(reason: BtcpError): void {
    for (const interrupt of [...this.#waiting]) interrupt(reason);
  }

  /** Later work of this call fails at once, and the next call unblocks the page. */
  hang(): BtcpError {
    this.#isHung = true;
    return this.#silence();
  }

  #silence(): BtcpError {
    return new BtcpError('timeout', `${this.#document.url} does not answer: a script keeps it busy.`, {
      hint: 'Call again: that stops the script if it still runs. Or leave the page with browser_navigate.',
    });
  }

  /** After a call that gave up: returns why, if the page is busy, and lets the next call free it. */
  async abandon(): Promise<BtcpError | undefined> {
    this.#isAbandoned = true;
    this.#abandoned++;
    const answered = this.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {});
    return within<BtcpError | undefined>(
      answered.then(() => undefined),
      ALIVE_MS,
      () => this.#silence(),
    );
  }

  unblock(): Promise<'free' | 'hung'> {
    this.#unblocking ??= this.#unblock().finally(() => {
      this.#unblocking = undefined;
    });
    return this.#unblocking;
  }

  async #unblock(): Promise<'free' | 'hung'> {
    if (!this.#isHung && !this.#isAbandoned) return 'free';
    const patience = this.#isHung ? undefined : SILENT_MS;
    this.#isHung = false;
    this.#isAbandoned = false;
    const { visits } = this.#document;
    const state = await endIfBusy(this.#cdp, patience);
    if (state === 'free') return 'free';
    const isFirstTime = state === 'ended' && this.#terminatedIn !== visits;
    this.#terminatedIn = visits;
    return isFirstTime ? 'free' : 'hung';
  }

  terminateScripts(): void {
    this.#cdp.send('Runtime.terminateExecution').catch(() => {});
    // If no script is running, Chrome terminates the next one: this.
    this.#cdp.send('Runtime.evaluate', { expression: '0' }).catch(() => {});
  }
}
