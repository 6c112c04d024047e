import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sameSecret } from '@btcp/access';
import { writePrivate } from './write-private.js';

export const ROLES = ['member', 'viewer', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** What a token is limited to; what is left out is not limited. */
export interface TokenScope {
  /** Names, groups or sets. */
  tools?: string[];
  hosts?: string[];
  /** Of the member's own, by name or as `shop-*`. */
  sessions?: string[];
}

export interface NamedToken {
  id: string;
  name: string;
  role: Role;
  /** The sessions that a viewer may watch, by their whole names such as `ann~shop`. */
  sessions: string[];
  scope?: TokenScope;
  created: number;
  expires?: number;
}

export interface StoredToken extends NamedToken {
  // No token can be made from it: tokens are random.
  hash: string;
}

const PREFIX = 'btcp_';

export const TOKENS_FILE = 'tokens.json';

// Names are parts of session names, after which `~` follows, or `+` for tokens with limits: an address has it before the `@`.
const NAME = /^(?=.{1,100}$)[a-z\d][\w.-]*(?:(?:\+[\w.+-]*)?@[\w.-]+)?$/i;

/** Whether people can have this name: letters, digits and `. _ -`, or an e-mail address. */
export function isPersonName(text: string): boolean {
  return NAME.test(text);
}

/** Whether a text is written like a token of `btcp token create`, also one that was revoked. */
export function isNamedToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function listTokens(file: string): NamedToken[] {
  return readStored(file).map(({ hash: _, ...token }) => token);
}

/** Returns the token, which is shown only once. */
export function createToken(file: string, token: Omit<NamedToken, 'id' | 'created'>): NamedToken & { token: string } {
  const id = randomBytes(6).toString('hex');
  const secret = `${PREFIX}${id}_${randomBytes(24).toString('base64url')}`;
  const made = { id, created: Date.now(), ...token };
  writePrivate(file, [...readStored(file), { ...made, hash: hashOf(secret) }]);
  return { ...made, token: secret };
}

export function revokeTokens(file: string, which: string): number {
  const tokens = readStored(file);
  const left = tokens.filter(({ id, name }) => id !== which && name !== which);
  if (left.length < tokens.length) writePrivate(file, left);
  return tokens.length - left.length;
}

/** Finds whose token it is; undefined for every other text. */
export function findToken(file: string, token: string): NamedToken | undefined {
  const id = idOf(token);
  if (id === undefined) return undefined;
  const found = readStored(file).find((each) => each.id === id);
  return found && sameSecret(hashOf(token), found.hash) ? stillGood(found) : undefined;
}

export function findTokenById(file: string, id: string): NamedToken | undefined {
  const found = readStored(file).find((each) => each.id === id);
  return found && stillGood(found);
}

function stillGood({ hash: _, ...named }: StoredToken): NamedToken | undefined {
  return (named.expires ?? Number.POSITIVE_INFINITY) > Date.now() ? named : undefined;
}

function idOf(token: string): string | undefined {
  return /^btcp_([\da-f]{12})_/.exec(token)?.[1];
}

/** Undefined where there is no such file, or it cannot be read. */
export function readTokens(file: string): StoredToken[] | undefined {
  const tokens = readJson(file);
  return Array.isArray(tokens) ? tokens : undefined;
}

/** Undefined where there is no such file, or it is no JSON. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function readStored(file: string): StoredToken[] {
  return readTokens(file) ?? [];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
