import { type ElementInfo, sleep } from '@btcp/protocol';
import { isTextField } from '../../acting/fields/fields.js';
import type { Page } from '../../acting/page/page.js';
import { deepActiveElement } from '../../dom/flat-tree.js';
import { titleOf } from '../../dom/nodes.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { Announcements } from './announcements.js';
import { atRest } from './movement.js';

export interface Observed {
  focus?: ElementInfo;
  /** Includes live regions that are gone again. */
  announcements: string[];
  hasChanged?: boolean;
  title?: string;
  /** The page did something that no line of a snapshot shows: a field took a value or the caret, the page scrolled. */
  hasResponded?: boolean;
}

// Other attributes change with every focus.
const SEEN_ATTRIBUTES = ['hidden', 'open', 'disabled', 'class', 'style', 'src'].concat(
  ['expanded', 'hidden', 'selected', 'checked', 'pressed', 'invalid', 'busy', 'label'].map((name) => `aria-${name}`),
);

const RESPONSES = ['input', 'change', 'toggle', 'play', 'pause', 'fullscreenchange'];

/** Notices what snapshots miss: content that came and went, and focus moves. */
export class PageWatch {
  readonly #page: Page;
  readonly #announcements: Announcements;
  readonly #focus: Element | null;
  readonly #observer: MutationObserver;
  readonly #start: number;
  readonly #title: string;
  #hasChanged = false;
  #hasResponded = false;
  // Changed since the last look.
  #isNew = false;
  #scrolled: string;
  #onChange = () => {};

  constructor(page: Page) {
    this.#page = page;
    this.#announcements = new Announcements(page.document);
    this.#focus = deepActiveElement(page.document);
    this.#start = Number(page.document.timeline.currentTime ?? 0);
    this.#title = titleOf(page.document);
    this.#scrolled = this.#scroll;
    this.#observer = new MutationObserver(this.#onMutation);
    this.#observer.observe(page.document.body ?? page.document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: SEEN_ATTRIBUTES,
    });
    for (const type of RESPONSES) page.document.addEventListener(type, this.#onResponse, { capture: true });
  }

  readonly #onMutation = () => {
    this.#hasChanged = true;
    this.#isNew = true;
    this.#onChange();
  };

  readonly #onResponse = () => {
    this.#hasResponded = true;
    this.#onChange();
  };

  async atRest(): Promise<void> {
    if (this.#hasChanged) await atRest(this.#page.document, this.#start);
  }

  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  get shownAnnouncements(): ReadonlyMap<Element, string> {
    return this.#announcements.shown;
  }

  get hasResponded(): boolean {
    return this.#hasResponded || this.#scroll !== this.#scrolled;
  }

  /** What came before was done to reach an element. */
  beginPress(): void {
    this.#scrolled = this.#scroll;
  }

  async nextChange(milliseconds: number): Promise<void> {
    const isNew = this.#isNew;
    this.#isNew = false;
    if (isNew) return;
    const change = new Promise<void>((resolve) => {
      this.#onChange = resolve;
    });
    await Promise.race([change, sleep(milliseconds)]);
  }

  stop(): void {
    this.#announcements.stop();
    this.#observer.disconnect();
    for (const type of RESPONSES) this.#page.document.removeEventListener(type, this.#onResponse, { capture: true });
  }

  look(): Observed {
    const announcements = this.#announcements.latest();
    this.#hasChanged ||= this.#observer.takeRecords().length > 0;
    this.#isNew = false;
    const hasChanged = this.#hasChanged;
    const focus = this.#holdsFocus() ? deepActiveElement(this.#page.document) : null;
    // Without another focus, the body has it.
    const hasMoved = focus && focus !== this.#focus && focus !== focus.ownerDocument.body;
    const hasResponded = this.hasResponded || (hasMoved === true && isPlainField(focus));
    const title = titleOf(this.#page.document);
    const seen = { announcements, hasChanged, hasResponded, ...(title === this.#title ? {} : { title }) };
    return hasMoved ? { ...seen, focus: infoOf(this.#page.refs, focus) } : seen;
  }

  get #scroll(): string {
    const { defaultView } = this.#page.document;
    return `${defaultView?.scrollX} ${defaultView?.scrollY}`;
  }

  #holdsFocus(): boolean {
    const { document } = this.#page;
    const { defaultView } = document;
    return defaultView === null || defaultView.parent === defaultView || document.hasFocus();
  }
}

// Not one that opens a list or a calendar.
function isPlainField(element: Element): boolean {
  return isTextField(element) && !element.matches('[readonly], [list], [aria-haspopup], [role="combobox"]');
}
