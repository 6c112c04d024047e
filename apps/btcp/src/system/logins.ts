import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LinkCodes } from '@btcp/access';
import type { SignIns } from '@btcp/host';
import { writePrivate } from './write-private.js';

// What is kept of a login: no token of it can be made from this.
interface Login {
  id: string;
  hash: string;
  /** The id of the named token that somebody of the team has signed in with; the token of the server when left out. */
  holder?: string;
  /** The token before; it ends a little after the next one was first used, which may have got lost. */
  before?: { hash: string; until?: number };
  expires: number;
}

const DAY_MS = 24 * 60 * 60_000;
// A login that is not used for so long ends.
const LIFETIME_MS = 30 * DAY_MS;
const OVERLAP_MS = 60_000;
const MAX_LOGINS = 100;
const CODE_LIFETIME_MS = 10 * 60_000;
// What a code is exchanged for: each sign-in makes its own token.
const SIGN_IN = 'sign-in';

/** People who have signed in: each has a token of their own, which is renewed and can be revoked. */
export class Logins implements SignIns {
  readonly #logins = new Map<string, Login>();
  readonly #codes = new LinkCodes();
  readonly #listeners = new Set<() => void>();
  #file: string | undefined;

  /** Keeps logins in a file, so that people stay signed in when the server is started again. */
  keepIn(file: string): void {
    this.#file = file;
    for (const login of read(file)) if (login.expires > Date.now()) this.#logins.set(login.id, login);
  }

  makeCode(lifetime = CODE_LIFETIME_MS): string {
    return this.#codes.make(SIGN_IN, Date.now() + lifetime);
  }

  takeCode(code: string): boolean {
    return this.#codes.take(code) === SIGN_IN;
  }

  open(holder?: string): string {
    const [oldest] = this.#logins.keys();
    if (this.#logins.size >= MAX_LOGINS && oldest !== undefined) this.#logins.delete(oldest);
    return this.#give({ id: secret(), ...(holder === undefined ? {} : { holder }) });
  }

  /** Whether the token stands for the server's. */
  check(token: string): boolean {
    const login = this.#find(token);
    return login !== undefined && login.holder === undefined && this.#isNewest(login, token);
  }

  /** The named token behind a login of the team; it has to be good still. */
  holderOf(token: string): string | undefined {
    const login = this.#find(token);
    return login && this.#isNewest(login, token) ? login.holder : undefined;
  }

  #isNewest(login: Login, token: string): boolean {
    const hash = hashOf(token);
    const { before } = login;
    if (login.hash === hash) {
      if (before) before.until ??= Date.now() + OVERLAP_MS;
      return true;
    }
    if (before?.hash !== hash) return false;
    if (before.until === undefined || before.until > Date.now()) return true;
    // The person has used the next one since, so somebody else has this.
    this.#end(login.id);
    return false;
  }

  /** Whether the login goes on to which a token belonged when it was checked. */
  has(token: string): boolean {
    return this.#find(token) !== undefined;
  }

  /** The next token of a login; undefined for a token that is not the newest of one. */
  renew(token: string): string | undefined {
    const login = this.#find(token);
    if (login?.hash !== hashOf(token)) return undefined;
    return this.#give({ ...login, before: { hash: login.hash } });
  }

  revoke(token: string): void {
    const login = this.#find(token);
    if (login && this.#isNewest(login, token)) this.#end(login.id);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #find(token: string): Login | undefined {
    const login = this.#logins.get(idOf(token));
    return login && login.expires > Date.now() ? login : undefined;
  }

  #give({ id, holder, before }: Pick<Login, 'id' | 'holder' | 'before'>): string {
    const token = `${id}.${secret()}`;
    const login: Login = { id, hash: hashOf(token), expires: Date.now() + LIFETIME_MS };
    if (holder !== undefined) login.holder = holder;
    if (before) login.before = before;
    this.#logins.delete(id);
    this.#logins.set(id, login);
    this.#save();
    return token;
  }

  #end(id: string): void {
    this.#logins.delete(id);
    this.#save();
    for (const listener of [...this.#listeners]) listener();
  }

  #save(): void {
    if (this.#file !== undefined) writePrivate(this.#file, [...this.#logins.values()]);
  }
}

function read(file: string): Login[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Login[];
  } catch {
    return [];
  }
}

function idOf(token: string): string {
  return token.split('.')[0] ?? '';
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
