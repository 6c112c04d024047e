import { BtcpError } from '@btcp/protocol';
import { RefTable } from '../../reading/refs/refs.js';
import type { Page } from './page.js';
import { Pointer } from './pointer.js';

/** Refs count on across documents, so that no ref is used twice. */
export class TargetWindow implements Page {
  readonly window: Window;
  readonly refs = new RefTable();
  readonly pointer = new Pointer();

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
      return this.window.document;
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
