import { BtcpError } from '@btcp/protocol';
import { RefTable } from '../../reading/refs/refs.js';
import type { Page } from './page.js';
import { Pointer } from './pointer.js';

export class TargetWindow implements Page {
  readonly window: Window;
  readonly refs = new RefTable();
  readonly pointer = new Pointer();
  #document: WeakRef<Document> | undefined;

  constructor(window: Window) {
    this.window = window;
  }

  get document(): Document {
    if (this.window.closed) {
      throw new BtcpError('browser_lost', 'The window or frame is gone.', {
        hint: 'Make a BrowserAgent for another one.',
      });
    }
    try {
      const { document } = this.window;
      if (this.#document && this.#document.deref() !== document) this.refs.nextDocument();
      this.#document = new WeakRef(document);
      return document;
    } catch (cause) {
      throw new BtcpError('unsupported', 'The frame shows a page of another origin, or one that failed to load.', {
        hint: 'A page can drive only frames of its own origin: navigate back to one.',
        cause,
      });
    }
  }

  /** Whether the scripts that run here end with the document. */
  get ownsUs(): boolean {
    for (let window: Window = globalThis.window; ; window = window.parent) {
      if (window === this.window) return true;
      if (window === window.parent) return false;
    }
  }
}
