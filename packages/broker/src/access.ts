import { createHash, timingSafeEqual } from 'node:crypto';

/** Who is behind a connection. Members of one owner see each other's pages, and nobody else's. */
export interface Principal {
  owner: string;
  /** What the token is good for: offering tools, calling them, or both. */
  role: 'page' | 'agent' | 'any';
}

/** Who a token belongs to, or `undefined` to refuse it. */
export type Authenticate = (token: string | undefined) => Principal | undefined | Promise<Principal | undefined>;

/** A token, and who has it. */
export interface TokenEntry {
  token: string;
  role?: Principal['role'];
  owner?: string;
}

/** Takes these tokens and no others. */
export function tokenAccess(entries: TokenEntry[]): Authenticate {
  const known = entries.map(({ token, role = 'any', owner = 'default' }) => ({ digest: digestOf(token), role, owner }));
  return (token) => {
    if (token === undefined) return undefined;
    const digest = digestOf(token);
    const entry = known.find((candidate) => timingSafeEqual(candidate.digest, digest));
    return entry && { owner: entry.owner, role: entry.role };
  };
}

/** Takes everybody for the same person. Only for a server that nobody else can reach. */
export function openAccess(): Authenticate {
  return () => ({ owner: 'default', role: 'any' });
}

export function maySpeakAs({ role }: Principal, clientType: 'browser' | 'agent'): boolean {
  return role === 'any' || role === (clientType === 'agent' ? 'agent' : 'page');
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
