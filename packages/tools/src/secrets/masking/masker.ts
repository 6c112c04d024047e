import { BtcpError, MASK } from '@btcp/protocol';
import { maskCardNumbers } from './card-numbers.js';
import { maskAddress, maskCredentials } from './credentials.js';
import { mapFields } from './map-fields.js';
import { spellingsOf } from './spellings.js';

/** What is masked beside card numbers and known secrets: `logs` may hold any credential, an address carries some. */
type Kind = 'text' | 'logs';

/** Keys under which sessions give addresses. */
const ADDRESS_KEYS = new Set(['url', 'navigated']);

/** Nobody's password is longer; a page that fills its fields with books would slow every result. */
const MAX_SECRET_LENGTH = 256;

/** Hides what nobody should read, in everything that the browser of one conversation tells. */
export class Masker {
  /** Every spelling of every known secret, the longest first: one may contain another. */
  #spellings: string[] = [];
  readonly #known = new Set<string>();

  /** Hides this value from now on, wherever it appears. */
  learn(secret: string): void {
    if (this.#known.has(secret) || secret === '') return;
    this.#known.add(secret);
    const spellings = [...this.#known].flatMap(spellingsOf);
    this.#spellings = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  }

  /** What is hidden by now. */
  get known(): string[] {
    return [...this.#known];
  }

  /** As `learn`, for what a password field holds; what could as well be an ordinary word is left alone. */
  learnField(value: string): void {
    if (value.length > MAX_SECRET_LENGTH) return;
    if (value.length >= 12 || (value.length >= 6 && /[^\p{L}]/u.test(value))) this.learn(value);
  }

  maskText(text: string, kind: Kind = 'text'): string {
    const known = this.#spellings.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
    return maskCardNumbers(kind === 'logs' ? maskCredentials(known) : known);
  }

  maskError(thrown: unknown): BtcpError {
    const { code, message, hint } = BtcpError.from(thrown);
    const masked = hint === undefined ? undefined : this.maskText(hint);
    return new BtcpError(code, this.maskText(message), { hint: masked, cause: thrown });
  }

  /** Masks every text inside a value. */
  mask<T>(value: T, kind: Kind = 'text'): T {
    return this.#maskUnder(value, '', kind) as T;
  }

  #maskUnder(value: unknown, key: string, kind: Kind): unknown {
    if (typeof value === 'string') {
      const masked = this.maskText(value, kind);
      return ADDRESS_KEYS.has(key) ? maskAddress(masked) : masked;
    }
    if (Array.isArray(value)) return value.map((item) => this.#maskUnder(item, key, kind));
    if (typeof value !== 'object' || value === null) return value;
    return mapFields(value, (held, name) => this.#maskUnder(held, name, kind));
  }
}
