import { deepElementFromPoint, flatContains } from '../../dom/flat-tree.js';
import { attribute } from '../../dom/nodes.js';
import { isTag } from '../../dom/tags.js';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role], [tabindex], [onclick], [contenteditable]';
// Each probe of a long page costs as much as reading hundreds of elements.
const MAX_PROBES = 50;
const MIN_SIZE = 3;

/** Finds what a pointer reaches although the page hides it from assistive technology. */
export class AriaHiddenControls {
  #probes = 0;
  #isModal: boolean | undefined;

  mayHold(element: Element): boolean {
    return element.matches(CONTROLS) || element.querySelector(CONTROLS) !== null;
  }

  isClickable(element: Element): boolean {
    if (isTag(element, 'a') && isNeedless(element)) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const view = element.ownerDocument.defaultView;
    if (!view || width < MIN_SIZE || height < MIN_SIZE) return false;
    const x = left + width / 2;
    const y = top + height / 2;
    // Fields outside of the page are traps for programs.
    if (x + view.scrollX < 0 || y + view.scrollY < 0) return false;
    if (x < 0 || y < 0 || x > view.innerWidth || y > view.innerHeight) return !this.#hasModal(element.ownerDocument);
    if (this.#probes++ >= MAX_PROBES) return false;
    const hit = deepElementFromPoint(element.ownerDocument, x, y);
    return hit !== null && flatContains(element, hit);
  }

  #hasModal(document: Document): boolean {
    this.#isModal ??= document.querySelector('dialog:modal, [aria-modal="true"]') !== null;
    return this.#isModal;
  }
}

// The sign next to a heading, and the picture of a card whose title is the same link.
function isNeedless(link: HTMLAnchorElement): boolean {
  const href = attribute(link, 'href') ?? '';
  if (href.startsWith('#') && (link.textContent ?? '').trim().length < 2) return true;
  const same = `a[href=${JSON.stringify(href)}]:not([aria-hidden="true"], [aria-hidden="true"] *)`;
  return link.ownerDocument.querySelector(same) !== null;
}
