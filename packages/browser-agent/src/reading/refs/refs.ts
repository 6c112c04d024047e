import { BtcpError, type RefInfo } from '@btcp/protocol';

/** `@e3`, `e3`, `ref=e3` and `[ref=e3]` all name the same element; other frames add a prefix, as in `f2e3`. */
const REF_SPELLING = /^(?:@|ref=|\[ref=)?((?:[a-z]\d+)?e[1-9]\d*)\]?$/;

/** How many refs are remembered before those whose elements are gone lose their descriptions. */
const REMEMBERED = 20_000;

interface Entry {
  element: WeakRef<Element>;
  info: RefInfo;
}

export interface RefTableOptions {
  /** Makes the refs of one frame unlike those of every other: `f2` gives `f2e1`, `f2e2` … */
  prefix?: string;
}

/**
 * Names for elements, bound by identity: an element keeps its ref for as long as it lives,
 * and a number is never given to a second element.
 */
export class RefTable {
  #prefix: string;
  #next = 1;
  #refsGiven = 0;
  readonly #refOf = new WeakMap<Element, string>();
  readonly #entries = new Map<string, Entry>();

  constructor(options: RefTableOptions = {}) {
    this.#prefix = options.prefix ?? '';
  }

  /** The number of the newest ref. */
  get last(): number {
    return this.#next - 1;
  }

  /**
   * Names refs from now on with this prefix and with numbers after `last`, which is where the frame's page before this
   * one has come to. Safe only while no ref has been given out.
   */
  continueFrom(prefix: string, last: number): void {
    if (this.#refsGiven > 0) {
      throw new BtcpError('internal', `The refs of this frame already start with "${this.#prefix}e".`, {
        hint: 'Name them before the first snapshot.',
      });
    }
    this.#prefix = prefix;
    this.#next = last + 1;
  }

  /** The ref of this element; `info` is kept to say later what a stale ref was. */
  assign(element: Element, info: RefInfo): string {
    let ref = this.#refOf.get(element);
    if (ref === undefined) {
      ref = `${this.#prefix}e${this.#next++}`;
      this.#refsGiven++;
      this.#refOf.set(element, ref);
    }
    const known = this.#entries.get(ref);
    if (known) known.info = info;
    else this.#entries.set(ref, { element: new WeakRef(element), info });
    if (this.#entries.size > REMEMBERED) this.#forgetDead();
    return ref;
  }

  /** The ref that this element already has. */
  refOf(element: Element): string | undefined {
    return this.#refOf.get(element);
  }

  /**
   * The element behind a ref in any spelling, or undefined when the text is no ref at all. `alike` mentions elements
   * that may have taken the place of one that has left.
   */
  lookUp(text: string, alike: (info: RefInfo) => string[] = () => []): Element | undefined {
    const ref = REF_SPELLING.exec(text.trim())?.[1];
    if (ref === undefined) return undefined;
    const entry = this.#entries.get(ref);
    if (entry === undefined && !this.#wasGiven(ref)) {
      throw new BtcpError('not_found', `There is no ref ${ref} on this page.`, {
        hint: 'Take a snapshot and use a ref from it.',
      });
    }
    const element = entry?.element.deref();
    if (entry === undefined || element === undefined || !isOnPage(element)) {
      const now = entry ? alike(entry.info) : [];
      const what = entry ? `was ${entry.info.role} ${JSON.stringify(entry.info.name)}, which` : 'named an element that';
      throw new BtcpError(
        'stale_ref',
        `${ref} ${what} has left the page.${now.length > 0 ? ` Now there is ${now.join(', ')}.` : ''}`,
        {
          hint:
            now.length > 0
              ? 'Use its new ref, if it is the one you mean.'
              : 'Take a new snapshot and use a ref from it.',
        },
      );
    }
    return element;
  }

  #wasGiven(ref: string): boolean {
    const number = ref.startsWith(`${this.#prefix}e`) ? Number(ref.slice(this.#prefix.length + 1)) : Number.NaN;
    return number < this.#next;
  }

  #forgetDead(): void {
    for (const [ref, { element }] of this.#entries) {
      const alive = element.deref();
      if (alive === undefined || !isOnPage(alive)) this.#entries.delete(ref);
    }
  }
}

/** A document that its frame has left behind still holds its elements, but nobody sees them. */
function isOnPage(element: Element): boolean {
  return element.isConnected && element.ownerDocument.defaultView !== null;
}
