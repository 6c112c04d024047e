import { attribute, flatParent, referencedElements } from './dom.js';

/** Who takes whom as a child by `aria-owns`. The first owner wins, and nobody owns an ancestor. */
export class Ownership {
  readonly #owned = new Map<Element, Element[]>();
  readonly #owner = new Map<Element, Element>();
  readonly #roots = new Set<Node>();

  ownerOf(element: Element): Element | undefined {
    this.#readRootOf(element);
    return this.#owner.get(element);
  }

  ownedBy(element: Element): readonly Element[] {
    this.#readRootOf(element);
    return this.#owned.get(element) ?? [];
  }

  #lastRoot: Node | undefined;

  #readRootOf(element: Element): void {
    const root = element.isConnected ? element.getRootNode() : undefined;
    if (root === this.#lastRoot || !root) return;
    this.#lastRoot = root;
    if (this.#roots.has(root)) return;
    this.#roots.add(root);
    for (const owner of (root as ParentNode & Node).querySelectorAll('[aria-owns]')) {
      if (isExcluded(owner)) continue;
      const owned = referencedElements(owner, 'aria-owns').filter(
        (child) => !this.#owner.has(child) && !child.contains(owner) && child.checkVisibility(),
      );
      for (const child of owned) this.#owner.set(child, owner);
      if (owned.length > 0) this.#owned.set(owner, owned);
    }
  }
}

/** An owner that is no part of the accessibility tree owns nothing. */
function isExcluded(owner: Element): boolean {
  if (!owner.checkVisibility()) return true;
  for (let current: Element | null = owner; current; current = flatParent(current)) {
    if (attribute(current, 'aria-hidden') === 'true') return true;
  }
  return false;
}
