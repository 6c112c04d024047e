import type { ElementInfo } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { sleep } from '../../dom/timing.js';
import { infoOf } from '../../reading/refs/element-info.js';
import type { Line } from '../../reading/snapshot/line.js';
import { Announcements } from './announcements.js';
import { atRest } from './movement.js';

/** What was noticed while an action was done. */
export interface Observed {
  /** Where the focus went. */
  focus?: ElementInfo;
  /** What alerts, toasts and other live regions said, even if it is gone again. */
  announcements: string[];
  /** Whether anything in the document changed at all, for those who have no snapshot to compare it with. */
  hasChanged?: boolean;
}

/** What a person would see a change of; the attributes that are left out come and go with every focus. */
const SEEN_ATTRIBUTES = ['hidden', 'open', 'disabled', 'class', 'style', 'src'].concat(
  ['expanded', 'hidden', 'selected', 'checked', 'pressed', 'invalid', 'busy', 'label'].map((name) => `aria-${name}`),
);

/** Notices what a comparison of snapshots cannot: what came and went, and where the focus moved. */
export class PageWatch {
  readonly #page: Page;
  readonly #announcements: Announcements;
  readonly #focus: Element | null;
  readonly #observer: MutationObserver;
  /** On the clock of the document's animations. */
  readonly #start: number;
  #hasChanged = false;
  /** The snapshot before the action, and the one that its changes were read from. */
  baseline: readonly Line[] | undefined;
  reading: readonly Line[] | undefined;
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

  /** Waits for what comes or goes by degrees, because something was added, removed or named differently. */
  async atRest(): Promise<void> {
    if (this.#hasChanged) await atRest(this.#page.document, this.#start);
  }

  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Resolves when something changes, or after this time. */
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

  /** What was noticed so far. */
  look(): Observed {
    const announcements = this.#announcements.heard();
    this.#hasChanged ||= this.#observer.takeRecords().length > 0;
    const hasChanged = this.#hasChanged;
    const focus = this.#holdsFocus() ? deepActiveElement(this.#page.document) : null;
    // Without a focus of its own, the body has it.
    if (!focus || focus === this.#focus || focus === focus.ownerDocument.body) return { announcements, hasChanged };
    return { announcements, hasChanged, focus: infoOf(this.#page.refs, focus) };
  }

  /** A frame remembers what had the focus in it while the focus is elsewhere. */
  #holdsFocus(): boolean {
    const { document } = this.#page;
    const { defaultView } = document;
    return defaultView === null || defaultView.parent === defaultView || document.hasFocus();
  }
}
