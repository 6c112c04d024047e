import { BtcpError, MASK } from '@btcp/protocol';
import { maskCardNumbers } from './card-numbers.js';
import { maskAddress, maskCredentials } from './credentials.js';
import { Scan } from './known-values.js';
import { type HiddenValues, LearntValues } from './learnt-values.js';
import { mapFields } from './map-fields.js';
import { endOfPiece, PIECE } from './pieces.js';

// Whose words a value holds: of the open page, also of the page that an action left, or of any page.
type Kind = 'page' | 'text' | 'logs';

const ADDRESS_KEYS = new Set(['url', 'navigated']);
const LOG_KEYS = new Set(['consoleErrors', 'failedRequests']);

const FIELD_COST = 8;
// Texts up to this length are masked without a pause in between.
const MAX_SHORT = 512;

// No page asks for more. Those of the main frame come first, so that no other frame takes their place.
const MAX_PASSWORDS = 20;

interface Scope {
  kind: Kind;
  known: readonly HiddenValues[];
}

// Work in portions: each `yield` is a place where others get their turn.
type Portions<T> = Generator<void, T>;

/** Hides what nobody should read, in everything that the browser of one conversation answers. */
export class Masker {
  readonly #learnt = new LearntValues();
  // Where the page is and, in the answer of the call that left it, where it was before.
  #origins: readonly string[] = [];
  // Characters that were looked at since others last got their turn.
  #work = 0;

  learn(secret: string): void {
    this.#learnt.addSecret(secret);
  }

  /** Hides everywhere what a person typed in private, without keeping it; ordinary words only where a field hides them. */
  learnTyped(text: string, isSecret = false): void {
    this.#learnt.addTyped(text, isSecret);
  }

  get hasTyped(): boolean {
    return !this.#learnt.typed.isEmpty;
  }

  typedIn(text: string): string[] {
    const scan = new Scan();
    this.#learnt.typed.find(text, scan, text.length);
    return [...new Set(scan.spans.map(({ start, end }) => text.slice(start, end)))];
  }

  /** Sets where the page is, and hides what its password fields hold in the words of that origin. */
  visit(url: string, passwords: readonly string[] = []): void {
    const origin = originOf(url);
    // The last ones to be added are the last ones to be dropped.
    for (const password of passwords.slice(0, MAX_PASSWORDS).reverse()) this.#learnt.addPassword(password, origin);
    const before = this.#origins.slice(0, 1);
    this.#origins = before[0] === origin ? before : [origin, ...before];
  }

  get known(): string[] {
    return this.#learnt.valuesFor(this.#origins);
  }

  async maskError(thrown: unknown): Promise<BtcpError> {
    const { code, message, hint } = BtcpError.from(thrown);
    const masked = await this.mask({ message, hint });
    return new BtcpError(code, masked.message, { hint: masked.hint, cause: thrown });
  }

  /** Masks every text inside a value, and lets others work while it masks a long one. */
  async mask<T>(value: T, kind: Kind = 'text'): Promise<T> {
    const portions = this.#maskUnder(value, '', this.#scope(kind));
    for (;;) {
      const { done, value: masked } = portions.next();
      if (done) return masked as T;
      await nextTurn();
    }
  }

  /** As `mask`, at once: for what is known to be short. */
  maskShort<T>(value: T): T {
    const portions = this.#maskUnder(value, '', this.#scope('text'));
    for (;;) {
      const { done, value: masked } = portions.next();
      if (done) return masked as T;
    }
  }

  *#maskUnder(value: unknown, key: string, outer: Scope): Portions<unknown> {
    const scope = LOG_KEYS.has(key) && outer.kind !== 'logs' ? this.#scope('logs') : outer;
    if (typeof value === 'string') return yield* this.#maskText(value, key, scope);
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value)) return yield* this.#maskFields(value as Record<string, unknown>, scope);
    const masked: unknown[] = [];
    for (const item of value) {
      if (this.#spend(FIELD_COST)) yield;
      masked.push(yield* this.#maskUnder(item, key, scope));
    }
    return masked;
  }

  // The object is copied only where a field changes: of the thousands of refs of a long page hardly any does.
  *#maskFields(fields: Record<string, unknown>, scope: Scope): Portions<unknown> {
    let changed: Record<string, unknown> | undefined;
    for (const name of Object.keys(fields)) {
      const held = fields[name];
      const length = LOG_KEYS.has(name) ? undefined : shortLength(held);
      if (this.#spend(FIELD_COST + (length ?? 0) * (1 + scope.known.length))) yield;
      const masked = length === undefined ? yield* this.#maskUnder(held, name, scope) : maskAtOnce(held, name, scope);
      if (masked === held) continue;
      changed ??= { ...fields };
      changed[name] = masked;
    }
    return changed ?? fields;
  }

  *#maskText(text: string, key: string, { kind, known }: Scope): Portions<string> {
    let masked = text;
    for (const values of known) {
      if (this.#spend(values.preparation)) yield;
      const scan = new Scan();
      while (scan.position < masked.length) {
        const end = Math.min(scan.position + PIECE / values.cost, masked.length);
        if (this.#spend((end - scan.position) * values.cost)) yield;
        values.matcher.find(masked, scan, end);
      }
      masked = withMasks(masked, scan);
    }
    const pieces: string[] = [];
    for (let start = 0, end = 0; start < masked.length; start = end) {
      end = endOfPiece(masked, start);
      if (this.#spend(end - start)) yield;
      pieces.push(maskPiece(masked.slice(start, end), key, kind));
    }
    return pieces.join('');
  }

  #scope(kind: Kind): Scope {
    const origins = kind === 'page' ? this.#origins.slice(0, 1) : this.#origins;
    return { kind, known: this.#learnt.setsFor(kind === 'logs' ? 'all' : origins) };
  }

  // Counts work that is about to be done; true where others should get their turn before it.
  #spend(characters: number): boolean {
    this.#work += characters;
    if (this.#work <= PIECE) return false;
    this.#work = characters;
    return true;
  }
}

// Lets others have their turn. A timer takes a millisecond, and one immediate alone runs before others are served.
function nextTurn(): Promise<void> {
  const immediate = (globalThis as { setImmediate?: (run: () => void) => void }).setImmediate;
  return new Promise((resolve) => {
    if (immediate) immediate(() => immediate(resolve));
    else setTimeout(resolve);
  });
}

// How much text a value has that is masked without a pause: a short text, or an object of such, as every ref has.
function shortLength(value: unknown): number | undefined {
  if (typeof value === 'string') return value.length <= MAX_SHORT ? value.length : undefined;
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return undefined;
  let length = 0;
  for (const name in value) {
    const held: unknown = (value as Record<string, unknown>)[name];
    if ((typeof held === 'object' && held !== null) || LOG_KEYS.has(name)) return undefined;
    length += typeof held === 'string' ? held.length + FIELD_COST : FIELD_COST;
    if (length > MAX_SHORT) return undefined;
  }
  return length;
}

function maskAtOnce(value: unknown, key: string, scope: Scope): unknown {
  if (typeof value === 'string') return maskShortText(value, key, scope);
  if (typeof value !== 'object' || value === null) return value;
  return mapFields(value, (held, name) => (typeof held === 'string' ? maskShortText(held, name, scope) : held));
}

function maskShortText(text: string, key: string, { kind, known }: Scope): string {
  let masked = text;
  for (const { matcher } of known) {
    const scan = new Scan();
    matcher.find(masked, scan, masked.length);
    masked = withMasks(masked, scan);
  }
  return maskPiece(masked, key, kind);
}

function withMasks(text: string, { spans }: Scan): string {
  if (spans.length === 0) return text;
  const kept = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start));
  return [...kept, text.slice(spans.at(-1)?.end)].join(MASK);
}

function maskPiece(piece: string, key: string, kind: Kind): string {
  const masked = maskCardNumbers(kind === 'logs' ? maskCredentials(piece) : piece);
  return ADDRESS_KEYS.has(key) ? maskAddress(masked) : masked;
}

// Pages without an origin, such as data: addresses, count as one.
function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'null';
  }
}
