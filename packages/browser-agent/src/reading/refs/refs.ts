import { BtcpError, parseRef, type RefInfo } from '@btcp/protocol';

// Above this, refs of removed elements lose their descriptions.
const MAX_REMEMBERED = 20_000;

interface Entry {
  element: WeakRef<Element>;
  info: RefInfo;
}

export interface RefTableOptions {
  prefix?: string;
}

/** Names elements by identity: a number is never given to a second element. */
export class RefTable {
  #prefix: string;
  #next = 1;
  #refsGiven = 0;
  readonly #refOf = new WeakMap<Element, string>();
  readonly #entries = new Map<string, Entry>();

  constructor(options: RefTableOptions = {}) {
    this.#prefix = options.prefix ?? '';
  }

  get last(): number {
    return this.#next - 1;
  }

  /** Continues the numbers of the frame's previous document; safe only while no ref was given. */
  continueFrom(prefix: string, last: number): void {
    if (this.#refsGiven > 0) {
      throw new BtcpError('internal', `The refs of this frame already start with "${this.#prefix}e".`, {
        hint: 'Name them before the first snapshot.',
      });
    }
    this.#prefix = prefix;
    this.#next = last + 1;
  }

  /** `info` is kept to describe a stale ref later. */
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
    if (this.#entries.size > MAX_REMEMBERED) this.#forgetDead();
    return ref;
  }

  refOf(element: Element): string | undefined {
    return this.#refOf.get(element);
  }

  /** Undefined for text that is not a ref; `alike` mentions possible replacements of an element that left. */
  lookUp(text: string, alike: (info: RefInfo) => string[] = () => []): Element | undefined {
    const ref = parseRef(text)?.ref;
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

// A document that its frame has left still holds its elements.
function isOnPage(element: Element): boolean {
  return element.isConnected && element.ownerDocument.defaultView !== null;
}
