import { BtcpError, type RefInfo } from '@btcp/protocol';

/** `@e3`, `e3`, `ref=e3` and `[ref=e3]` all name the same element. */
const REF_SPELLING = /^(?:@|ref=|\[ref=)?(e\d+)\]?$/;

/**
 * Names for elements, bound by identity: an element keeps its ref for as long as it lives,
 * and a number is never given to a second element.
 */
export class RefTable {
  #next = 1;
  readonly #refOf = new WeakMap<Element, string>();
  readonly #elementOf = new Map<string, { element: WeakRef<Element>; info: RefInfo }>();

  /** The ref of this element; `info` is kept to say later what a stale ref was. */
  assign(element: Element, info: RefInfo): string {
    let ref = this.#refOf.get(element);
    if (ref === undefined) {
      ref = `e${this.#next++}`;
      this.#refOf.set(element, ref);
    }
    this.#elementOf.set(ref, { element: new WeakRef(element), info });
    return ref;
  }

  /** The element behind a ref in any spelling, or undefined when the text is no ref at all. */
  lookUp(text: string): Element | undefined {
    const ref = REF_SPELLING.exec(text.trim())?.[1];
    if (ref === undefined) return undefined;
    const entry = this.#elementOf.get(ref);
    if (entry === undefined) {
      throw new BtcpError('not_found', `There is no ref ${ref} on this page.`, {
        hint: 'Take a snapshot and use a ref from it.',
      });
    }
    const element = entry.element.deref();
    if (element === undefined || !element.isConnected) {
      throw new BtcpError('stale_ref', `${ref} was ${entry.info.role} "${entry.info.name}", which has left the page.`, {
        hint: 'Take a new snapshot and use a ref from it.',
      });
    }
    return element;
  }
}
