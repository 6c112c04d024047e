import { BtcpError, MASK } from '@btcp/protocol';
import { maskCardNumbers } from './card-numbers.js';
import { maskAddress, maskCredentials } from './credentials.js';
import { mapFields } from './map-fields.js';
import { spellingsOf } from './spellings.js';

/** In `logs`, anything that looks like a credential is masked too. */
type Kind = 'text' | 'logs';

const ADDRESS_KEYS = new Set(['url', 'navigated']);

/** A page with huge field values would slow down every result. */
const MAX_SECRET_LENGTH = 256;

/** Masks secrets in all answers of one conversation. */
export class Masker {
  /** Every spelling of every known secret, the longest first: one may contain another. */
  #spellings: string[] = [];
  readonly #known = new Set<string>();

  learn(secret: string): void {
    if (this.#known.has(secret) || secret === '') return;
    this.#known.add(secret);
    const spellings = [...this.#known].flatMap(spellingsOf);
    this.#spellings = [...new Set(spellings)].sort((one, other) => other.length - one.length);
  }

  get known(): string[] {
    return [...this.#known];
  }

  /** As `learn`, for the value of a secret field; ordinary words are not learned. */
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
