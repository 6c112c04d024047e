import { type AccessRules, decide, isCookieOf, readRequest, sameSecret } from '@btcp/access';
import type { MiddlewareHandler } from 'hono';
import { refusalError } from './refusal-error.js';

/** The token that requests must carry, and the hosts that they may name. */
export interface AccessOptions {
  /** Null serves everyone who reaches the address. */
  token: string | null;
  /** The `Host` values that are served, such as `127.0.0.1:4700`. */
  hosts: ReadonlySet<string>;
}

// Readable for anyone on this machine: nothing here is about a session.
const OPEN_PATHS = new Set(['/', '/client-sandboxes.js', '/client.js', '/health', '/live', '/openapi.json', '/tools']);
const OPEN_FOLDERS = /^\/(?:assets|agents|pages)(?:\/|$)/;
const LOGIN_PATH = '/api/login';

/** Serves what `@btcp/access` allows: requests with the token of this server, or with its cookie from its own pages. */
export function accessGuard(access: AccessOptions): MiddlewareHandler {
  if (access.token === '') throw new Error('An empty token would let everybody in.');
  const rules = serverRules(access);
  return async ({ req }, next) => {
    const request = { ...readRequest(req.method, req.raw.headers), isPublic: isOpen(req) };
    const decision = await decide(request, rules);
    if (!decision.isAllowed) throw refusalError(decision.reason, request, access.hosts);
    await next();
  };
}

/** Everybody with the token of the server, or with its cookie, is the same caller. */
export function serverRules({ token, hosts }: AccessOptions): AccessRules<'owner'> {
  return {
    hosts,
    callerByToken: (given) => (token === null || sameSecret(given ?? '', token) ? 'owner' : undefined),
    callerByCookie: (cookie) => (token !== null && isCookieOf(token, cookie) ? 'owner' : undefined),
  };
}

function isOpen({ method, path }: { method: string; path: string }): boolean {
  if (method === 'POST') return path === LOGIN_PATH;
  return method === 'GET' && (OPEN_PATHS.has(path) || OPEN_FOLDERS.test(path));
}
