import type { ElementInfo } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { sleep } from '../../dom/timing.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { Announcements } from './announcements.js';
import { atRest } from './movement.js';

export interface Observed {
  focus?: ElementInfo;
  /** Includes live regions that are gone again. */
  announcements: string[];
  /** Only for a page without a snapshot to compare with. */
  hasChanged?: boolean;
}

// Other attributes change with every focus.
const SEEN_ATTRIBUTES = ['hidden', 'open', 'disabled', 'class', 'style', 'src'].concat(
  ['expanded', 'hidden', 'selected', 'checked', 'pressed', 'invalid', 'busy', 'label'].map((name) => `aria-${name}`),
);

/** Notices what snapshots miss: content that came and went, and focus moves. */
export class PageWatch {
  readonly #page: Page;
  readonly #announcements: Announcements;
  readonly #focus: Element | null;
  readonly #observer: MutationObserver;
  readonly #start: number;
  #hasChanged = false;
  #onChange = () => {};

  constructor(page: Page) {
    this.#page = page;
    this.#announcements = new Announcements(page.document);
    this.#focus = deepActiveElement(page.document);
    this.#start = Number(page.document.timeline.currentTime ?? 0);
    this.#observer = new MutationObserver(() => {
      this.#hasChanged = true;
      this.#onChange();
    });
    this.#observer.observe(page.document.body ?? page.document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: SEEN_ATTRIBUTES,
    });
  }

  async atRest(): Promise<void> {
    if (this.#hasChanged) await atRest(this.#page.document, this.#start);
  }

  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  async nextChange(milliseconds: number): Promise<void> {
    const change = new Promise<void>((resolve) => {
      this.#onChange = resolve;
    });
    await Promise.race([change, sleep(milliseconds)]);
  }

  stop(): void {
    this.#announcements.stop();
    this.#observer.disconnect();
  }

  look(): Observed {
    const announcements = this.#announcements.latest();
    this.#hasChanged ||= this.#observer.takeRecords().length > 0;
    const hasChanged = this.#hasChanged;
    const focus = this.#holdsFocus() ? deepActiveElement(this.#page.document) : null;
    // Without another focus, the body has it.
    if (!focus || focus === this.#focus || focus === focus.ownerDocument.body) return { announcements, hasChanged };
    return { announcements, hasChanged, focus: infoOf(this.#page.refs, focus) };
  }

  #holdsFocus(): boolean {
    const { document } = this.#page;
    const { defaultView } = document;
    return defaultView === null || defaultView.parent === defaultView || document.hasFocus();
  }
}
