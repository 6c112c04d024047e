import { shadowRootOf } from '../aria/dom.js';

/** Built-in elements that can have a shadow root, beside those that a page names itself. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** Looking at one from outside costs a command, so no more are named at a time. */
const MOST = 50;

/**
 * Elements that may have a closed shadow root. Page code cannot tell, so each is named once to someone who can. Of the
 * built-in ones only the empty: they are either decoration or hosts.
 */
export class PossibleHosts {
  readonly #named = new WeakSet<Element>();
  #found: Element[] = [];

  note(element: Element, tag: string, isEmpty: boolean): void {
    if (!(isEmpty && HOSTS.has(tag)) && !tag.includes('-')) return;
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
