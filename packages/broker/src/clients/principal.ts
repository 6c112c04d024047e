import { type AccessRequest, sameSecret } from '@btcp/access';

/** Who is behind a connection; clients of one owner see only each other's pages. */
export interface Principal {
  owner: string;
  role: 'page' | 'agent' | 'any';
}

/** Who connects, and the origin of the page that does, which its browser vouches for. */
export interface Caller {
  principal: Principal;
  origin: string | undefined;
}

/** A token that is good for everything is in a page for that page only: other pages are not its to call. */
export function callerOf(principal: Principal, { origin, host }: AccessRequest): Caller {
  const isForeign = origin !== undefined && origin.replace(/^https?:\/\//, '') !== host;
  return { principal: isForeign && principal.role === 'any' ? { ...principal, role: 'page' } : principal, origin };
}

/** Returns who a token belongs to, or `undefined` to refuse it. */
export type Authenticate = (token: string | undefined) => Principal | undefined | Promise<Principal | undefined>;

/** A token, and whose it is. */
export interface TokenEntry {
  token: string;
  role?: Principal['role'];
  owner?: string;
}

/** Accepts these tokens and no others. */
export function tokenAccess(entries: TokenEntry[]): Authenticate {
  return (token) => {
    const entry = token === undefined ? undefined : entries.find((known) => sameSecret(token, known.token));
    return entry && { owner: entry.owner ?? 'default', role: entry.role ?? 'any' };
  };
}

/** Treats everybody as the same person; only for a server that nobody else can reach. */
export function openAccess(): Authenticate {
  return () => ({ owner: 'default', role: 'any' });
}
