import { deepElementFromPoint } from '../../dom/flat-tree.js';
import { viewOf } from '../../dom/tags.js';
import type { Page } from '../page/page.js';
import { framesAround, receives } from './spot.js';

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/** Lets the next press reach one element only, because pages move other elements under an arriving pointer. */
export class PressGuard {
  readonly #element: Element;
  readonly #windows: Window[];
  #other: Element | null = null;
  #isDecided = false;
  #click: Event | undefined;

  constructor(page: Page, element: Element) {
    this.#element = element;
    this.#windows = [element, ...framesAround(page, element)].map(viewOf);
    for (const each of this.#windows) {
      for (const type of PRESS) each.addEventListener(type, this.#onEvent, { capture: true });
    }
  }

  stop(): Element | null {
    for (const each of this.#windows) {
      for (const type of PRESS) each.removeEventListener(type, this.#onEvent, { capture: true });
    }
    return this.#other;
  }

  get isFollowed(): boolean {
    return this.#click?.defaultPrevented === false;
  }

  readonly #onEvent = (event: Event) => {
    if (!event.isTrusted) return;
    if (event.type === 'click') this.#click = event;
    if (!this.#isDecided && 'clientX' in event) this.#decide(event as MouseEvent);
    if (!this.#other) return;
    event.stopImmediatePropagation();
    // Preventing a pointer event would only suppress the mouse events after it.
    if (!event.type.startsWith('pointer')) event.preventDefault();
  };

  #decide({ view, clientX, clientY }: MouseEvent): void {
    this.#isDecided = true;
    const hit = view && deepElementFromPoint(view.document, clientX, clientY);
    // An element that left the page was most likely rendered again.
    if (!hit || !this.#element.isConnected) return;
    if (!receives(this.#element, hit)) this.#other = hit;
  }
}
