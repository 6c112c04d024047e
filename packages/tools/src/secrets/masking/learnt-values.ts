import { KnownValues, type Scan } from './known-values.js';
import { SealedValues } from './sealed-values.js';
import { partsOf, spellingsOf } from './spellings.js';

// Bounds what pages of one origin have hidden, all spellings together: a page that wants more loses its oldest values.
const MAX_SPELLED = 16_384;
// Nobody's password is longer.
const MAX_PASSWORD = 256;
// Shorter ones would black out ordinary text.
const MIN_TYPED = 4;
// The origin that was learnt from least recently goes first.
const MAX_ORIGINS = 50;

export interface HiddenValues {
  readonly isEmpty: boolean;
  readonly matcher: { find(text: string, scan: Scan, to: number): void };
  /** What it takes to make the matcher, in characters of text that could be masked instead. */
  readonly preparation: number;
  readonly cost: number;
}

class ValueSet implements HiddenValues {
  readonly #spellings = new Map<string, string[]>();
  readonly #limit: number;
  readonly #spell: (value: string) => string[];
  #size = 0;
  readonly cost = 1;
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

  get preparation(): number {
    return this.#matcher ? 0 : this.#size;
  }

  add(value: string): void {
    if (value === '') return;
    const known = this.#spellings.get(value);
    const spellings = known ?? [...new Set(this.#spell(value))];
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

/** What a conversation hides: secrets and private input everywhere, values of password fields on their origin. */
export class LearntValues {
  readonly #secrets = new ValueSet(Number.POSITIVE_INFINITY, (value) => [...spellingsOf(value), ...partsOf(value)]);
  readonly #byOrigin = new Map<string, ValueSet>();
  readonly typed = new SealedValues();

  addSecret(value: string): void {
    this.#secrets.add(value);
  }

  addTyped(value: string, isSecret: boolean): void {
    if (value.length > MAX_PASSWORD || value.length < MIN_TYPED || (!isSecret && isOrdinary(value))) return;
    this.typed.add(value);
  }

  addPassword(value: string, origin: string): void {
    if (value.length > MAX_PASSWORD || isOrdinary(value)) return;
    const known = this.#byOrigin.get(origin) ?? new ValueSet(MAX_SPELLED, spellingsOf);
    known.add(value);
    this.#byOrigin.delete(origin);
    this.#byOrigin.set(origin, known);
    for (const oldest of this.#byOrigin.keys()) {
      if (this.#byOrigin.size <= MAX_ORIGINS) return;
      this.#byOrigin.delete(oldest);
    }
  }

  setsFor(origins: readonly string[] | 'all'): HiddenValues[] {
    return [...this.#inClear(origins), this.typed].filter(({ isEmpty }) => !isEmpty);
  }

  valuesFor(origins: readonly string[]): string[] {
    return this.#inClear(origins).flatMap(({ values }) => values);
  }

  #inClear(origins: readonly string[] | 'all'): ValueSet[] {
    const sets = [this.#secrets];
    for (const [origin, set] of this.#byOrigin) if (origins === 'all' || origins.includes(origin)) sets.push(set);
    return sets;
  }
}

// What could as well be an ordinary word is left alone.
function isOrdinary(value: string): boolean {
  return value.length < 12 && (value.length < 6 || !/[^\p{L}]/u.test(value));
}
