import { BtcpError } from '@btcp/protocol';
import type { Dialog } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';

const MAX_IN_A_ROW = 10;
const MANY_IN_A_ROW = 3;
const IN_A_ROW_MS = 500;

export interface DialogEvents {
  onOpened(error: BtcpError): void;
  onEndless(): void;
}

export class Dialogs {
  /** While the agent navigates, the page is not asked whether to leave. */
  isLeaving = false;
  readonly #cdp: CDPSession;
  readonly #tabId: string;
  #open: Dialog | undefined;
  #inARow = 0;
  #closedAt = Number.NEGATIVE_INFINITY;

  constructor(cdp: CDPSession, tabId: string, { onOpened, onEndless }: DialogEvents) {
    this.#cdp = cdp;
    this.#tabId = tabId;
    cdp.on('Page.javascriptDialogOpening', ({ type, message, defaultPrompt }) => {
      if (type === 'beforeunload' && this.isLeaving) {
        cdp.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
        return;
      }
      this.#inARow = performance.now() - this.#closedAt < IN_A_ROW_MS ? this.#inARow + 1 : 1;
      if (this.#inARow > MAX_IN_A_ROW) return onEndless();
      this.#open = { type, message, ...(type === 'prompt' ? { defaultText: defaultPrompt ?? '' } : {}) };
      onOpened(this.#blocked(this.#open));
    });
    cdp.on('Page.javascriptDialogClosed', () => {
      this.#closedAt = performance.now();
      this.#open = undefined;
    });
    cdp.on('Inspector.targetCrashed', () => {
      this.#open = undefined;
    });
  }

  get open(): Dialog | undefined {
    return this.#open;
  }

  assertNone(): void {
    if (this.#open) throw this.#blocked(this.#open);
  }

  async answer(accept: boolean, text: string | undefined): Promise<Dialog> {
    const dialog = this.#open;
    if (!dialog) {
      throw new BtcpError('not_actionable', 'No dialog is open.', {
        hint: 'browser_snapshot shows what is on the page.',
      });
    }
    const promptText = text === undefined ? {} : { promptText: text };
    await this.#cdp.send('Page.handleJavaScriptDialog', { accept, ...promptText });
    // The next one may be open already.
    if (this.#open === dialog) this.#open = undefined;
    return dialog;
  }

  #blocked({ type, message }: Dialog): BtcpError {
    return new BtcpError(
      'dialog_open',
      `The page shows a dialog (${type}): "${message}". Nothing else works until it is answered.`,
      {
        hint:
          this.#inARow > MANY_IN_A_ROW
            ? `The page opens one dialog after the other. Leave it: open another tab with browser_tabs, and close ${this.#tabId}.`
            : 'Answer it with browser_dialog.',
      },
    );
  }
}
