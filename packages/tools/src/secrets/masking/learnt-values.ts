import { KnownValues } from './known-values.js';
import { partsOf, spellingsOf } from './spellings.js';

/** Bounds what pages of one origin have hidden, all spellings together: a page that wants more loses its oldest values. */
const MAX_SPELLED = 16_384;
/** Nobody's password is longer. */
const MAX_PASSWORD = 256;
/** The origin that was learnt from least recently goes first. */
const MAX_ORIGINS = 50;

/** Values to hide, and what finds them in a text. */
export class ValueSet {
  readonly #spellings = new Map<string, string[]>();
  readonly #limit: number;
  readonly #spell: (value: string) => string[];
  #size = 0;
  #matcher: KnownValues | undefined;

  constructor(limit: number, spell: (value: string) => string[]) {
    this.#limit = limit;
    this.#spell = spell;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  get values(): string[] {
    return [...this.#spellings.keys()];
  }

  get matcher(): KnownValues {
    this.#matcher ??= new KnownValues([...this.#spellings.values()].flat());
    return this.#matcher;
  }

  /** What it takes to make the matcher, in characters of text that could be masked instead. */
  get preparation(): number {
    return this.#matcher ? 0 : this.#size;
  }

  add(value: string): void {
    if (value === '') return;
    const known = this.#spellings.get(value);
    const spellings = known ?? [...new Set(this.#spell(value))];
    // Kept in the order of use.
    this.#spellings.delete(value);
    this.#spellings.set(value, spellings);
    if (known) return;
    this.#size += sizeOf(spellings);
    this.#matcher = undefined;
    for (const [oldest, its] of this.#spellings) {
      if (this.#size <= this.#limit) return;
      this.#spellings.delete(oldest);
      this.#size -= sizeOf(its);
    }
  }
}

function sizeOf(spellings: readonly string[]): number {
  return spellings.reduce((sum, { length }) => sum + length, 0);
}

/**
 * What a conversation hides: secrets that were typed by name, everywhere, and what password fields held, in the words of
 * the origin that held it. So no page can hide what another origin says.
 */
export class LearntValues {
  readonly #secrets = new ValueSet(Number.POSITIVE_INFINITY, (value) => [...spellingsOf(value), ...partsOf(value)]);
  readonly #byOrigin = new Map<string, ValueSet>();

  addSecret(value: string): void {
    this.#secrets.add(value);
  }

  /** What could as well be an ordinary word is left alone. */
  addPassword(value: string, origin: string): void {
    if (value.length > MAX_PASSWORD) return;
    if (value.length < 12 && (value.length < 6 || !/[^\p{L}]/u.test(value))) return;
    const known = this.#byOrigin.get(origin) ?? new ValueSet(MAX_SPELLED, spellingsOf);
    known.add(value);
    this.#byOrigin.delete(origin);
    this.#byOrigin.set(origin, known);
    for (const oldest of this.#byOrigin.keys()) {
      if (this.#byOrigin.size <= MAX_ORIGINS) return;
      this.#byOrigin.delete(oldest);
    }
  }

  /** What is hidden in the words of these origins. */
  setsFor(origins: readonly string[] | 'all'): ValueSet[] {
    const sets = [this.#secrets];
    for (const [origin, set] of this.#byOrigin) if (origins === 'all' || origins.includes(origin)) sets.push(set);
    return sets.filter(({ isEmpty }) => !isEmpty);
  }
}
