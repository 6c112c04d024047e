import { createHash, randomBytes } from 'node:crypto';
import { OwnRecords, type Records } from './records.js';

/** What is kept of a code, under its hash. */
export interface CodeRecord {
  /** Missing once it was given out. */
  token?: string;
  expires: number;
}

const CODE_BYTES = 24;
const CODE = /^[\w-]{32}$/;
// For so long after its end it is known why a code is refused.
const REMEMBERED_MS = 10 * 60_000;

/** Codes that work once: the first who shows one gets the token that it stands for. */
export class LinkCodes {
  // By hash, so that no dump of the process opens a link.
  readonly #records: Records<CodeRecord>;

  constructor(records: Records<CodeRecord> = new OwnRecords({ rememberedMs: REMEMBERED_MS })) {
    this.#records = records;
  }

  now(): number {
    return this.#records.now();
  }

  async make(token: string, expires: number): Promise<string> {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    await this.#records.create(hashOf(code), { token, expires });
    return code;
  }

  /** Of several who show a code at once, one gets the token; nobody does unless the code `isFor` who shows it. */
  async take(code: string, isFor: (token: string) => boolean = () => true): Promise<string | undefined> {
    const made = await this.#find(code);
    if (!made) return undefined;
    const { token, expires } = made.value;
    if (token === undefined || expires <= this.now() || !isFor(token)) return undefined;
    return (await this.#records.update(hashOf(code), { expires }, made.revision)) ? token : undefined;
  }

  async whyRefused(code: string): Promise<'used' | 'expired' | undefined> {
    const made = (await this.#find(code))?.value;
    if (made && made.token === undefined) return 'used';
    return made && made.expires <= this.now() ? 'expired' : undefined;
  }

  // What cannot be a code is not looked up: anybody can send it.
  async #find(code: string) {
    return CODE.test(code) ? this.#records.get(hashOf(code)) : undefined;
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
