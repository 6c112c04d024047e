import { BtcpError, documentMark, parseRef, type RefInfo } from '@btcp/protocol';
import { identityOf } from './identity.js';

// Above this, refs of removed elements lose their descriptions.
const MAX_REMEMBERED = 20_000;

interface Entry {
  element: WeakRef<Element>;
  info: RefInfo;
  identity: string;
  document: WeakRef<Document>;
}

export interface RefTableOptions {
  prefix?: string;
}

/** Names elements by identity: a ref is never given to another thing. */
export class RefTable {
  #prefix: string;
  #document = 0;
  #mark = '';
  #next = 1;
  #older = 0;
  #isRendering = false;
  #findHeirs: (() => void) | undefined;
  #hasLooked = false;
  readonly #refOf = new WeakMap<Element, string>();
  readonly #entries = new Map<string, Entry>();
  readonly #documents = new WeakMap<Document, WeakRef<Document>>();

  constructor(options: RefTableOptions = {}) {
    this.#prefix = options.prefix ?? '';
  }

  get prefix(): string {
    return this.#prefix;
  }

  get given(): number {
    return this.#next - 1;
  }

  /** Distinguishes the documents of a frame; safe only while no ref was given. */
  nameDocument(prefix: string, document: number, older: number): void {
    if (this.given > 0) {
      throw new BtcpError('internal', `The refs of this frame already start with "${this.#prefix}${this.#mark}e".`, {
        hint: 'Name them before the first snapshot.',
      });
    }
    this.#prefix = prefix;
    this.#older = older;
    this.#startDocument(document);
  }

  /** Counts from 1 again for another document, with a mark that keeps older refs apart. */
  nextDocument(): void {
    if (this.given === 0) return;
    this.#older = Math.max(this.#older, this.given);
    this.#startDocument(this.#document + 1);
  }

  /** `find` is called before an unknown element gets a ref and before a ref is stale. */
  set heirs(find: () => void) {
    this.#findHeirs = find;
  }

  /** Gives refs without a look for heirs, because the caller has done that. */
  whileRendering<T>(render: () => T): T {
    this.#isRendering = true;
    try {
      return render();
    } finally {
      this.#isRendering = false;
    }
  }

  /** `info` is kept to describe a stale ref later. */
  assign(element: Element, info: RefInfo): string {
    let ref = this.#refOf.get(element);
    if (ref === undefined) {
      this.#lookForHeirs();
      ref = this.#refOf.get(element) ?? this.#give(element, info);
    }
    const known = this.#entries.get(ref);
    if (known) known.info = info;
    else this.#remember(ref, element, info);
    return ref;
  }

  refOf(element: Element): string | undefined {
    return this.#refOf.get(element);
  }

  isGone(ref: string): boolean {
    const element = this.#entries.get(ref)?.element.deref();
    return element === undefined || !isOnPage(element);
  }

  /** The heir must be like the element that is gone, in the same document. */
  passOn(ref: string, heir: Element): void {
    const entry = this.#entries.get(ref);
    if (!entry || !this.isGone(ref) || this.#refOf.has(heir)) return;
    if (entry.document.deref() !== heir.ownerDocument || entry.identity !== identityOf(heir)) return;
    const gone = entry.element.deref();
    if (gone) this.#refOf.delete(gone);
    this.#refOf.set(heir, ref);
    entry.element = new WeakRef(heir);
  }

  /** Undefined for text that is not a ref; `alike` mentions possible replacements of an element that left. */
  lookUp(text: string, alike: (info: RefInfo) => string[] = () => []): Element | undefined {
    const ref = parseRef(text)?.ref;
    if (ref === undefined) return undefined;
    if (this.#entries.has(ref) && this.isGone(ref)) this.#lookForHeirs();
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

  #give(element: Element, info: RefInfo): string {
    const ref = `${this.#prefix}${this.#mark}e${this.#next++}`;
    this.#refOf.set(element, ref);
    this.#remember(ref, element, info);
    return ref;
  }

  #remember(ref: string, element: Element, info: RefInfo): void {
    const { ownerDocument } = element;
    let document = this.#documents.get(ownerDocument);
    if (!document) {
      document = new WeakRef(ownerDocument);
      this.#documents.set(ownerDocument, document);
    }
    this.#entries.set(ref, { element: new WeakRef(element), info, identity: identityOf(element), document });
    if (this.#entries.size > MAX_REMEMBERED) this.#forgetDead();
  }

  // The page does not change within a task, so one look is enough.
  #lookForHeirs(): void {
    if (this.#isRendering || this.#hasLooked || !this.#findHeirs) return;
    this.#hasLooked = true;
    queueMicrotask(() => {
      this.#hasLooked = false;
    });
    this.#findHeirs();
  }

  #startDocument(document: number): void {
    this.#document = document;
    this.#mark = documentMark(document);
    this.#next = 1;
  }

  #wasGiven(ref: string): boolean {
    const parsed = parseRef(ref);
    if (!parsed || parsed.prefix !== this.#prefix) return false;
    if (parsed.document < this.#document) return parsed.number <= this.#older;
    return parsed.document === this.#document && parsed.number < this.#next;
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
