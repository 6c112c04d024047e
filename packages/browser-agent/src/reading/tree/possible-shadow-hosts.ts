import { canHostRoot, shadowRootOf } from '../../dom/nodes.js';

// Each costs the engine a command.
const MAX_FOUND = 50;

/** Only a debugger sees closed shadow roots; custom, empty and unslotted elements may have one. */
export class PossibleShadowHosts {
  readonly #named = new WeakSet<Element>();
  #found: Element[] = [];

  note(element: Element, tag: string, isLikely: boolean): void {
    if (!(isLikely ? canHostRoot(tag) : tag.includes('-'))) return;
    if (this.#found.length >= MAX_FOUND || this.#named.has(element) || shadowRootOf(element)) return;
    this.#found.push(element);
  }

  get count(): number {
    return this.#found.length;
  }

  take(): Element[] {
    const found = this.#found;
    this.#found = [];
    for (const element of found) this.#named.add(element);
    return found;
  }
}
