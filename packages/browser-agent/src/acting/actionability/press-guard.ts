import { deepElementFromPoint } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';
import type { Page } from '../page/page.js';
import { framesAround, receives } from './spot.js';

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/**
 * Lets the next press of the pointer through to one element only. Pages move what is under a pointer when it comes: a
 * card unfolds, and another button is where the first one was.
 */
export class PressGuard {
  readonly #element: Element;
  readonly #windows: Window[];
  /** What the press would have hit instead; null while nothing was pressed, or the right element was. */
  #other: Element | null = null;
  #isDecided = false;

  constructor(page: Page, element: Element) {
    this.#element = element;
    this.#windows = [element, ...framesAround(page, element)].map(viewOf);
    for (const each of this.#windows) {
      for (const type of PRESS) each.addEventListener(type, this.#onEvent, { capture: true });
    }
  }

  /** Ends it; tells what was in the way, if the press was kept from it. */
  stop(): Element | null {
    for (const each of this.#windows) {
      for (const type of PRESS) each.removeEventListener(type, this.#onEvent, { capture: true });
    }
    return this.#other;
  }

  readonly #onEvent = (event: Event) => {
    if (!event.isTrusted) return;
    if (!this.#isDecided && 'clientX' in event) this.#decide(event as MouseEvent);
    if (!this.#other) return;
    event.stopImmediatePropagation();
    // To prevent what a pointer does would only silence the events of the mouse that come after it.
    if (!event.type.startsWith('pointer')) event.preventDefault();
  };

  #decide({ view, clientX, clientY }: MouseEvent): void {
    this.#isDecided = true;
    const hit = view && deepElementFromPoint(view.document, clientX, clientY);
    // What has left the page was drawn anew, and is most likely there in its new form.
    if (!hit || !this.#element.isConnected) return;
    if (!receives(this.#element, hit)) this.#other = hit;
  }
}
