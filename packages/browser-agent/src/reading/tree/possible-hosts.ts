import { canHostRoot, shadowRootOf } from '../../dom/nodes.js';

/** Looking at one from outside costs a command, so no more are named at a time. */
const MOST = 50;

/**
 * Elements that may have a closed shadow root. Page code cannot tell, so each is named once to someone who can. Of the
 * built-in ones only those that look like it: the empty are either decoration or hosts, and those whose children are
 * nowhere on the page can only be hosts.
 */
export class PossibleHosts {
  readonly #named = new WeakSet<Element>();
  #found: Element[] = [];

  note(element: Element, tag: string, isLikely: boolean): void {
    if (!(isLikely ? canHostRoot(tag) : tag.includes('-'))) return;
    if (this.#found.length >= MOST || this.#named.has(element) || shadowRootOf(element)) return;
    this.#found.push(element);
  }

  get count(): number {
    return this.#found.length;
  }

  /** Those that no one was told of before. */
  take(): Element[] {
    const found = this.#found;
    this.#found = [];
    for (const element of found) this.#named.add(element);
    return found;
  }
}
