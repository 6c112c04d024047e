import { BtcpError } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import { endIfBusy } from '../cdp/end-if-busy.js';
import type { DocumentState } from './document-state.js';

export const ANSWER_TIMEOUT_MS = 15_000;

const GRACE_MS = 2_000;

export class PageAnswers {
  readonly #cdp: CDPSession;
  readonly #document: DocumentState;
  readonly #waiting = new Set<(reason: BtcpError) => void>();
  #isHung = false;
  #terminatedIn: number | undefined;

  constructor(cdp: CDPSession, document: DocumentState) {
    this.#cdp = cdp;
    this.#document = document;
  }

  async to<T>(start: () => Promise<T>, allowed?: number): Promise<T> {
    if (this.#isHung) throw this.hang();
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(interrupt);
        finish();
      };
      const interrupt = (reason: BtcpError) => settle(() => reject(reason));
      const limit = allowed === undefined ? ANSWER_TIMEOUT_MS : allowed + GRACE_MS;
      const timer = setTimeout(() => interrupt(this.hang()), limit);
      this.#waiting.add(interrupt);
      start().then(
        (value) => settle(() => resolve(value)),
        (thrown) => settle(() => reject(thrown)),
      );
    });
  }

  interrupt(reason: BtcpError): void {
    for (const interrupt of [...this.#waiting]) interrupt(reason);
  }

  /** Later work of this call fails at once, and the next call unblocks the page. */
  hang(): BtcpError {
    this.#isHung = true;
    return new BtcpError('timeout', `${this.#document.url} does not answer: a script keeps it busy.`, {
      hint: 'Call again: what still keeps it busy is ended then. Or leave the page with browser_navigate.',
    });
  }

  async unblock(): Promise<'free' | 'hung'> {
    if (!this.#isHung) return 'free';
    this.#isHung = false;
    const { visits } = this.#document;
    const state = await endIfBusy(this.#cdp);
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
