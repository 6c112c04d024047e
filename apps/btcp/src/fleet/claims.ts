import type { NamedToken } from '../system/named-tokens.js';

/** What a worker has to know of somebody in the team: the role and the scope decide what a request may do. */
export function claimsOf(caller: NamedToken | undefined): string | undefined {
  if (!caller) return undefined;
  const { id, name, role, sessions, scope, created } = caller;
  return JSON.stringify({ id, name, role, sessions, scope, created });
}

/** Only for claims that a gateway has signed, or that a bucket has kept. */
export function callerOfClaims(claims: string | undefined): NamedToken | undefined {
  return claims === undefined ? undefined : JSON.parse(claims);
}
