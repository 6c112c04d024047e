import { createHash } from 'node:crypto';
import { isPersonName, type NamedToken } from '../system/named-tokens.js';
import type { IdentityOptions } from './identity-options.js';

export interface Person {
  name: string;
  role: NamedToken['role'];
}

/** Names in the log what somebody shows: the same for each sign-in of a person, and for each token of a client. */
export function idOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, ID_LENGTH);
}

export class PersonRefused extends Error {
  readonly why: 'no-name' | 'no-role';

  constructor(why: PersonRefused['why'], message: string) {
    super(message);
    this.why = why;
  }
}

type Claims = Record<string, unknown>;

const ID_LENGTH = 12;
const ROLES = ['admin', 'member', 'viewer'] as const;
const EVERYBODY = '*';

export function personOf(claims: Claims, options: IdentityOptions): Person {
  const name = nameOf(claims, options.userClaim);
  const address = verifiedAddress(claims);
  const groups = groupsOf(claims, options.groupsClaim);
  const isListed = (entry: string) =>
    entry === EVERYBODY || (entry.includes('@') ? isAddress(entry, address) : groups.includes(entry));
  const role = ROLES.find((each) => options.roles[each].some(isListed));
  if (role) return { name, role };
  throw new PersonRefused('no-role', `${name} has no role here: neither their groups nor their address is listed.`);
}

/** Whether claims that decide are missing, so that the provider has to be asked for more. */
export function needsMore(claims: Claims, { userClaim, groupsClaim, roles }: IdentityOptions): boolean {
  const entries = [...roles.admin, ...roles.member, ...roles.viewer].filter((entry) => entry !== EVERYBODY);
  const needed = [userClaim, ...entries.map((entry) => (entry.includes('@') ? 'email' : groupsClaim))];
  return needed.some((claim) => valueAt(claims, claim) === undefined);
}

function nameOf(claims: Claims, claim: string): string {
  const value = claim === 'email' ? verifiedAddress(claims) : claims[claim];
  if (typeof value === 'string' && isPersonName(value)) return value;
  const what = claim === 'email' ? 'a verified e-mail address' : `a claim "${claim}" of letters, digits and . _ -`;
  throw new PersonRefused('no-name', `The provider gave no name: ${what} is needed. --oidc-user-claim names another.`);
}

// An address that the provider does not vouch for could be anybody's.
function verifiedAddress({ email, email_verified }: Claims): string | undefined {
  const isVerified = email_verified === true || email_verified === 'true';
  return typeof email === 'string' && isVerified ? email.toLowerCase() : undefined;
}

function isAddress(entry: string, address: string | undefined): boolean {
  const wanted = entry.toLowerCase();
  if (address === undefined) return false;
  return wanted.startsWith('@') ? address.slice(address.lastIndexOf('@')) === wanted : address === wanted;
}

function groupsOf(claims: Claims, claim: string): string[] {
  const value = valueAt(claims, claim);
  const list = Array.isArray(value) ? value : [value];
  return list.filter((each): each is string => typeof each === 'string');
}

// Claims such as `realm_access.roles` of Keycloak are in objects; others have dots in their names.
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, key) => {
    const object = Object(value) as Claims;
    return Object.hasOwn(object, key) ? object[key] : undefined;
  }, claims);
}
