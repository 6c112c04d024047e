import { rootsWithin } from '../../dom/flat-tree.js';
import { isSecret } from '../../reading/aria/secret-fields.js';
import { rawValue } from '../fields/field-state.js';

const FIELDS = 'input, textarea, [contenteditable]:not([contenteditable="false" i])';

/** A grey field: without contrast all that stands on the background has its colour, whatever the page has chosen. */
const COVERED = { filter: 'contrast(0)', backgroundColor: 'rgb(119, 119, 119)' };

/**
 * Keeps what secret fields hold out of a picture while it is taken. An animation paints it, which changes nothing in
 * the document that the page could see.
 */
export class Veil {
  #painted: Animation[] = [];

  /** Covers secret fields, and every field that holds one of these texts. */
  draw(document: Document, texts: readonly string[]): void {
    this.lift();
    const options = { duration: Number.MAX_SAFE_INTEGER, fill: 'both' } as const;
    for (const root of rootsWithin(document)) {
      for (const field of root.querySelectorAll<HTMLElement>(FIELDS)) {
        const value = rawValue(field) ?? '';
        if (value === '' || !(isSecret(field) || texts.some((text) => value.includes(text)))) continue;
        this.#painted.push(field.animate([COVERED, COVERED], options));
        // What a page marks as important stays as it is: such a field is not shown at all.
        const { filter, backgroundColor } = getComputedStyle(field);
        if (filter !== COVERED.filter || backgroundColor !== COVERED.backgroundColor) {
          this.#painted.push(field.animate([{ opacity: 0 }, { opacity: 0 }], options));
        }
      }
    }
  }

  lift(): void {
    for (const animation of this.#painted.splice(0)) animation.cancel();
  }
}
