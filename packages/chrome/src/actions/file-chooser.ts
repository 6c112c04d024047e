import type { CDPSession } from 'puppeteer-core';
import { Subscriptions } from '../cdp/subscriptions.js';
import { within } from '../cdp/within.js';

export interface OpenedChooser {
  /** The session of the frame that asks. */
  cdp: CDPSession;
  multiple: boolean;
  /** The file input, unless a script asks for itself. */
  backendNodeId: number | undefined;
}

/** Catches the file choosers that a page opens, so that none ever waits for a person at the screen. */
export class FileChooser {
  readonly #sessions: CDPSession[];
  readonly #subscriptions = new Subscriptions();
  #opened: OpenedChooser | undefined;
  #wake = () => {};

  constructor(sessions: CDPSession[]) {
    this.#sessions = sessions;
    for (const cdp of sessions) {
      this.#subscriptions.on(cdp, 'Page.fileChooserOpened', ({ mode, backendNodeId }) => {
        this.#opened = { cdp, multiple: mode === 'selectMultiple', backendNodeId };
        this.#wake();
      });
    }
    this.#intercept(true);
  }

  get opened(): OpenedChooser | undefined {
    return this.#opened;
  }

  /** The chooser that opens within this time; whoever takes it answers it. */
  async take(milliseconds: number): Promise<OpenedChooser | undefined> {
    if (!this.#opened) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await within(woken, milliseconds, () => {});
    }
    const opened = this.#opened;
    this.#opened = undefined;
    return opened;
  }

  stop(): void {
    this.#subscriptions.end();
    this.#intercept(false);
  }

  #intercept(enabled: boolean): void {
    for (const cdp of this.#sessions) cdp.send('Page.setInterceptFileChooserDialog', { enabled }).catch(() => {});
  }
}
