import { attribute, flatParent, referencedElements } from '../../dom/nodes.js';

/** The first owner wins, and no element owns its ancestor. */
export class Ownership {
  readonly #owned = new Map<Element, Element[]>();
  readonly #owner = new Map<Element, Element>();

  readonly #unread: ParentNode[] = [];

  addTree(root: ParentNode): void {
    this.#unread.push(root);
  }

  get isEmpty(): boolean {
    this.#readTrees();
    return this.#owner.size === 0;
  }

  ownerOf(element: Element): Element | undefined {
    this.#readTrees();
    return this.#owner.get(element);
  }

  ownedBy(element: Element): readonly Element[] {
    this.#readTrees();
    return this.#owned.get(element) ?? [];
  }

  // Deferred, because most questions about one element need no owners.
  #readTrees(): void {
    for (let root = this.#unread.pop(); root; root = this.#unread.pop()) {
      for (const owner of root.querySelectorAll('[aria-owns]')) {
        if (!isExcluded(owner)) this.#addOwner(owner);
      }
    }
  }

  #addOwner(owner: Element): void {
    const owned = referencedElements(owner, 'aria-owns').filter(
      (child) => !this.#owner.has(child) && !child.contains(owner) && child.checkVisibility(),
    );
    for (const child of owned) this.#owner.set(child, owner);
    if (owned.length > 0) this.#owned.set(owner, owned);
  }
}

// An owner outside the accessibility tree owns nothing.
function isExcluded(owner: Element): boolean {
  if (!owner.checkVisibility()) return true;
  for (let current: Element | null = owner; current; current = flatParent(current)) {
    if (attribute(current, 'aria-hidden') === 'true') return true;
  }
  return false;
}
