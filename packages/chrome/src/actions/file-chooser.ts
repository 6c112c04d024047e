import { within } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import { Subscriptions } from '../cdp/subscriptions.js';
import type { Tab } from '../tab/tab.js';

export interface OpenedChooser {
  cdp: CDPSession;
  multiple: boolean;
  /** None where a script asks for files. */
  backendNodeId: number | undefined;
}

export class FileChooser {
  readonly #tab: Tab;
  readonly #subscriptions = new Subscriptions();
  #opened: OpenedChooser | undefined;
  #wake = () => {};

  constructor(tab: Tab) {
    this.#tab = tab;
    for (const cdp of tab.frames.sessions) {
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
    // With a screen, a person uses choosers between actions.
    if (!this.#tab.headed) return;
    for (const cdp of this.#tab.frames.sessions)
      cdp.send('Page.setInterceptFileChooserDialog', { enabled }).catch(() => {});
  }
}
