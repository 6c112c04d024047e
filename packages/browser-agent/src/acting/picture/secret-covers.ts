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
    const has = (value: string) => texts.some((text) => value.includes(text));
    for (const root of rootsWithin(document)) {
      for (const field of root.querySelectorAll<HTMLElement>(FIELDS)) {
        const value = rawValue(field) ?? '';
        if (value !== '' && (isSecret(field) || has(value))) this.#cover(field);
      }
      if (texts.length > 0) for (const element of elementsWith(root, has)) this.#cover(element);
    }
  }

  #cover(element: Element): void {
    const options = { duration: Number.MAX_SAFE_INTEGER, fill: 'both' } as const;
    this.#painted.push(element.animate([COVERED, COVERED], options));
    // `!important` styles win over an animation, so such an element is hidden.
    const { filter, backgroundColor } = getComputedStyle(element);
    if (filter !== COVERED.filter || backgroundColor !== COVERED.backgroundColor) {
      this.#painted.push(element.animate([{ opacity: 0 }, { opacity: 0 }], options));
    }
  }

  lift(): void {
    for (const animation of this.#painted.splice(0)) animation.cancel();
  }
}

function elementsWith(root: Node, has: (text: string) => boolean): Set<Element> {
  const found = new Set<Element>();
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && has(node.nodeValue ?? '')) found.add(node.parentElement);
  }
  return found;
}
