import { type AccessRules, decide, type LinkCodes, readRequest, sameSecret } from '@btcp/access';
import type { MiddlewareHandler } from 'hono';
import { refusalError } from './refusal-error.js';

/** The token that requests must carry, and the hosts that they may name. */
export interface AccessOptions {
  /** Null serves everyone who reaches the address. */
  token: string | null;
  /** The `Host` values that are served, such as `127.0.0.1:4700`. */
  hosts: ReadonlySet<string>;
  /** The origin under which a proxy serves this server, such as `https://browser.example.com`. */
  publicOrigin?: string | undefined;
  tickets?: LinkCodes | undefined;
  /** Tickets for the live view inside a chat, whose sandbox has an origin that nobody can foresee, or none. */
  chatTickets?: LinkCodes | undefined;
  /** Other origins whose pages may show the live view, each viewer with a ticket; `*` allows every website. */
  viewerOrigins?: readonly string[] | undefined;
  /** People who have signed in with the token, each with a token of their own. */
  signIns?: SignIns | undefined;
}

/** Tokens that stand for the server's and can be revoked. */
export interface SignIns {
  check(token: string): Promise<boolean>;
  /** Whether the sign-in has ended, as far as is known here, of a token that was good when it was checked. */
  hasEnded(token: string): boolean;
  subscribe(listener: () => void): () => void;
}

// Readable for anyone on this machine: nothing here is about a session.
const OPEN_PATHS = new Set([
  '/',
  '/client-sandboxes.js',
  '/client.js',
  '/health',
  '/live',
  '/openapi.json',
  '/ready',
  '/tools',
]);
const OPEN_FOLDERS = /^\/(?:\.well-known|assets|agents|auth|browsers|pages)(?:\/|$)/;
// Here a link or a token is exchanged, or a person signs out.
const EXCHANGES = new Set(['/api/login', '/auth/sign-out', '/live']);

/** Serves requests with the token of this server or of a sign-in; `routeToken` opens the guarded routes too. */
export function accessGuard(access: AccessOptions, routeToken?: string): MiddlewareHandler {
  if (access.token === '' || routeToken === '') throw new Error('An empty token would let everyone in.');
  const server = serverRules(access);
  const isForRoute = (token = '') => routeToken !== undefined && sameSecret(token, routeToken);
  const rules: AccessRules<unknown> = {
    ...server,
    callerByToken: async (token) => (await server.callerByToken(token)) ?? (isForRoute(token) ? 'route' : undefined),
  };
  return async ({ req }, next) => {
    // A collector of metrics names each server of a fleet by its own address; no page has its token.
    if (isForRoute(/^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1])) return next();
    const request = { ...readRequest(req.raw.headers), isPublic: isOpen(req) };
    const decision = await decide(request, rules);
    if (!decision.isAllowed) throw refusalError(decision.reason, request, access);
    await next();
  };
}

/** Everybody with the token of the server, and everybody who has signed in, is the same caller. */
export function serverRules({ token, hosts, publicOrigin, signIns }: AccessOptions): AccessRules<'owner'> {
  const isOwner = (given: string) => token === null || sameSecret(given, token) || signIns?.check(given);
  return { hosts, publicOrigin, callerByToken: async (given = '') => ((await isOwner(given)) ? 'owner' : undefined) };
}

/** Whether a request asks for what everybody may have, or for an exchange of a link or a token. */
export function isOpen({ method, path }: { method: string; path: string }): boolean {
  if (method === 'POST') return EXCHANGES.has(path);
  return method === 'GET' && (OPEN_PATHS.has(path) || OPEN_FOLDERS.test(path));
}
