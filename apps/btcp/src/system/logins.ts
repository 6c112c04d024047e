import { createHash, randomBytes } from 'node:crypto';
import { LinkCodes, type Records, type StoredRecord } from '@btcp/access';
import type { SignIns } from '@btcp/host';
import { EndedKeys } from './ended-keys.js';
import { FileRecords } from './file-records.js';

/** What is kept of a login: no token of it can be made from this. */
export interface Login {
  id: string;
  hash: string;
  /** The id of the named token that somebody of the team has signed in with; the token of the server when left out. */
  holder?: string;
  /** The token before; it ends a little after the next one was first used, which may have got lost. */
  before?: { hash: string; until?: number };
  expires: number;
}

interface LoginsOptions {
  // Of all gateways of a fleet; of this server when left out.
  records?: Records<Login> | undefined;
  codes?: LinkCodes | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
// A login that is not used for so long ends.
const LIFETIME_MS = 30 * DAY_MS;
const OVERLAP_MS = 60_000;
const MAX_LOGINS = 100;
const CODE_LIFETIME_MS = 10 * 60_000;
// What a code is exchanged for: each sign-in makes its own token.
const SIGN_IN = 'sign-in';
const SECRET_BYTES = 24;
const TOKEN = /^([\w-]{32})\.[\w-]{32}$/;

/** People who have signed in: each has a token of their own, which is renewed and can be revoked. */
export class Logins implements SignIns {
  readonly #records: Records<Login>;
  readonly #codes: LinkCodes;
  readonly #ended: EndedKeys;

  constructor({ records = new FileRecords({ max: MAX_LOGINS }), codes = new LinkCodes() }: LoginsOptions = {}) {
    this.#records = records;
    this.#codes = codes;
    this.#ended = new EndedKeys(records);
  }

  /** Keeps logins in a file, so that people stay signed in when the server is started again; a fleet keeps its own. */
  async keepIn(file: string): Promise<void> {
    if (this.#records instanceof FileRecords) await this.#records.keepIn(file);
  }

  makeCode(lifetime = CODE_LIFETIME_MS): Promise<string> {
    return this.#codes.make(SIGN_IN, this.#codes.now() + lifetime);
  }

  async takeCode(code: string): Promise<boolean> {
    return (await this.#codes.take(code)) === SIGN_IN;
  }

  async open(holder?: string): Promise<string> {
    const { token, login } = this.#next({ id: secret(), ...(holder === undefined ? {} : { holder }) });
    await this.#records.create(login.id, login);
    return token;
  }

  async check(token: string): Promise<boolean> {
    const login = await this.#find(token);
    return login !== undefined && login.value.holder === undefined && this.#isNewest(login, token);
  }

  /** The named token behind a login of the team; it has to be good still. */
  async holderOf(token: string): Promise<string | undefined> {
    const login = await this.#find(token);
    return login && (await this.#isNewest(login, token)) ? login.value.holder : undefined;
  }

  /** Whether a token belongs to a login, also one that is not the newest. */
  async isOfLogin(token: string): Promise<boolean> {
    return (await this.#find(token)) !== undefined;
  }

  hasEnded(token: string): boolean {
    return this.#ended.has(idOf(token) ?? '');
  }

  /** The next token of a login; undefined for a token that is not the newest of one. */
  async renew(token: string): Promise<string | undefined> {
    const found = await this.#find(token);
    if (found?.value.hash !== hashOf(token)) return undefined;
    const { id, holder, hash } = found.value;
    const next = this.#next({ id, ...(holder === undefined ? {} : { holder }), before: { hash } });
    return (await this.#records.update(id, next.login, found.revision)) ? next.token : undefined;
  }

  async revoke(token: string): Promise<void> {
    // A login that is written meanwhile is read again.
    for (let login = await this.#find(token); login; login = await this.#find(token))
      if (!(await this.#isNewest(login, token)) || (await this.#end(login))) return;
  }

  subscribe(listener: () => void): () => void {
    return this.#ended.subscribe(listener);
  }

  async #isNewest(login: StoredRecord<Login>, token: string): Promise<boolean> {
    const hash = hashOf(token);
    const { before, ...kept } = login.value;
    if (kept.hash === hash) {
      if (before && before.until === undefined) await this.#beginOverlap(login, before.hash);
      return true;
    }
    if (before?.hash !== hash) return false;
    if (before.until === undefined || before.until > this.#records.now()) return true;
    // The person has used the next one since, so somebody else has this.
    await this.#end(login);
    return false;
  }

  async #beginOverlap({ value, revision }: StoredRecord<Login>, hash: string): Promise<void> {
    const until = this.#records.now() + OVERLAP_MS;
    const next = { ...value, before: { hash, until } };
    // Where it cannot be written, the next request tries again.
    await this.#records.update(value.id, next, revision).catch(() => false);
  }

  async #find(token: string): Promise<StoredRecord<Login> | undefined> {
    const id = idOf(token);
    const login = id === undefined ? undefined : await this.#records.get(id);
    return login && login.value.expires > this.#records.now() ? login : undefined;
  }

  #next(parts: Pick<Login, 'id' | 'holder' | 'before'>): { token: string; login: Login } {
    const token = `${parts.id}.${secret()}`;
    return { token, login: { ...parts, hash: hashOf(token), expires: this.#records.now() + LIFETIME_MS } };
  }

  #end({ value, revision }: StoredRecord<Login>): Promise<boolean> {
    return this.#records.remove(value.id, revision);
  }
}

function idOf(token: string): string | undefined {
  return TOKEN.exec(token)?.[1];
}

function secret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
