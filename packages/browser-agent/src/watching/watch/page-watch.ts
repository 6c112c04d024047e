import { type Subject, subjectOf } from '../../acting/fields/field-state.js';
import type { Page } from '../../acting/page/page.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { sleep } from '../../dom/timing.js';
import { Announcements } from './announcements.js';
import { atRest } from './movement.js';

/** What was noticed while an action was done. */
export interface Observed {
  /** Where the focus went. */
  focus?: Subject;
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

  stop(): Observed {
    const announcements = this.#announcements.stop();
    const hasChanged = this.#hasChanged || this.#observer.takeRecords().length > 0;
    this.#observer.disconnect();
    const focus = this.#holdsFocus() ? deepActiveElement(this.#page.document) : null;
    // Without a focus of its own, the body has it.
    if (!focus || focus === this.#focus || focus === focus.ownerDocument.body) return { announcements, hasChanged };
    return { announcements, hasChanged, focus: subjectOf(this.#page, focus) };
  }

  /** A frame remembers what had the focus in it while the focus is elsewhere. */
  #holdsFocus(): boolean {
    const { document } = this.#page;
    const { defaultView } = document;
    return defaultView === null || defaultView.parent === defaultView || document.hasFocus();
  }
}
