import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';
import type { MiddlewareHandler } from 'hono';

/** The token that requests must carry, and the hosts that they may name. */
export interface AccessOptions {
  /** Null serves everyone who reaches the address. */
  token: string | null;
  /** The `Host` values that are served, such as `127.0.0.1:4700`. */
  hosts: ReadonlySet<string>;
}

/** What anyone on this machine may read: it says nothing of what any session does. */
const OPEN_PATHS = new Set(['/', '/client.js', '/health', '/live', '/openapi.json', '/tools']);
/** The files of the web page, and its addresses, which all show that page. */
const OPEN_FOLDERS = /^\/(?:assets|agents|pages)(?:\/|$)/;
const LOGIN_PATH = '/api/login';

const COOKIE = 'btcp';

/**
 * Lets in what was meant for this server. A name that resolves to this machine (DNS rebinding) fails on `Host`, a page
 * of another site fails on `Origin`, and other users of the machine fail on the token.
 */
export function accessGuard(access: AccessOptions): MiddlewareHandler {
  const { token } = access;
  if (token === '') throw new Error('An empty token would let everybody in.');
  return async (context, next) => {
    const { req } = context;
    const refusal = refusalOf({ host: req.header('host') ?? '', origin: req.header('origin') }, access);
    if (refusal) throw refusal;
    if (token !== null && !isOpen(req) && !sameToken(tokenOf(req.header('authorization')), token)) {
      if (!isByCookie(req.header('cookie'), token)) {
        throw new BtcpError('unauthorized', 'The request carries no valid token.', {
          hint: 'Send "Authorization: Bearer TOKEN"; btcp token prints it, and btcp serve --json gives it.',
        });
      }
      assertOwnPage(req);
    }
    await next();
  };
}

/** Why a request is not for this server, or from nobody who may call it. */
export function refusalOf(
  { host, origin }: { host: string; origin: string | undefined },
  { hosts }: AccessOptions,
): BtcpError | undefined {
  if (!hosts.has(host)) {
    return new BtcpError('denied', `This server is not served as "${host}".`, { hint: `Use ${[...hosts][0]}.` });
  }
  if (origin === undefined || hosts.has(origin.replace(/^https?:\/\//, ''))) return undefined;
  return new BtcpError('denied', `Pages of ${origin} may not call this server.`, {
    hint: 'Call it from a program, or from the page that it serves itself.',
  });
}

/** The token of a request: in the header, or as the subprotocol `bearer.<token>` of a WebSocket. */
export function tokenOf(authorization: string | undefined, protocols: readonly string[] = []): string {
  const header = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  return header ?? decoded(protocols.find((name) => name.startsWith('bearer.'))?.slice('bearer.'.length) ?? '');
}

/** A subprotocol takes few characters, so that clients write the others as in an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The cookie of a browser that has shown the token, as `name=value`. It is good for nothing but that: no token is in it. */
export function cookieOf(token: string): string {
  return `${COOKIE}=${createHmac('sha256', token).update('cookie').digest('base64url')}`;
}

/** Whether a `Cookie` header carries the token of the web page. */
export function isByCookie(header: string | undefined, token: string): boolean {
  const expected = cookieOf(token);
  return (header ?? '').split(';').some((cookie) => sameToken(cookie.trim(), expected));
}

/** A browser sends the cookie by itself, so what changes something must come from a page of ours. */
function assertOwnPage(request: { method: string; header(name: string): string | undefined }): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // An origin that is not ours was refused before.
  if (request.header('origin') !== undefined || request.header('sec-fetch-site') === 'same-origin') return;
  throw new BtcpError('denied', 'A request with a cookie must say which page it is from.', {
    hint: 'Call from the page that this server serves, or send "Authorization: Bearer TOKEN".',
  });
}

/** Compares tokens in a time that says nothing about them. */
export function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

function isOpen({ method, path }: { method: string; path: string }): boolean {
  if (method === 'POST') return path === LOGIN_PATH;
  return method === 'GET' && (OPEN_PATHS.has(path) || OPEN_FOLDERS.test(path));
}
