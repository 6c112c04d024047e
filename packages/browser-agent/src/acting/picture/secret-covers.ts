import { rootsWithin } from '../../dom/flat-tree.js';
import { isSecret } from '../../reading/aria/secret-fields.js';
import { rawValue } from '../fields/field-state.js';

const FIELDS = 'input, textarea, [contenteditable]:not([contenteditable="false" i])';

// Without contrast, text has the colour of its background, whatever the page styles.
const COVERED = { filter: 'contrast(0)', backgroundColor: 'rgb(119, 119, 119)' };

/** Covers by animations, because the page cannot see them in its document. */
export class SecretCovers {
  #painted: Animation[] = [];

  draw(document: Document, texts: readonly string[]): void {
    this.lift();
    const options = { duration: Number.MAX_SAFE_INTEGER, fill: 'both' } as const;
    for (const root of rootsWithin(document)) {
      for (const field of root.querySelectorAll<HTMLElement>(FIELDS)) {
        const value = rawValue(field) ?? '';
        if (value === '' || !(isSecret(field) || texts.some((text) => value.includes(text)))) continue;
        this.#painted.push(field.animate([COVERED, COVERED], options));
        // `!important` styles win over an animation, so such a field is hidden.
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
