import { createHash, timingSafeEqual } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';
import type { MiddlewareHandler } from 'hono';

export interface AccessOptions {
  /** Null serves everyone who reaches the address. */
  token: string | null;
  /** The `Host` values that are served, such as `127.0.0.1:4700`. */
  hosts: ReadonlySet<string>;
}

/** What anyone on this machine may read: it says nothing of what any session does. */
const OPEN_PATHS = new Set(['/', '/client.js', '/health', '/tools']);

/**
 * Lets in what was meant for this server. A name that resolves to this machine (DNS rebinding) fails on `Host`, a page
 * of another site fails on `Origin`, and other users of the machine fail on the token.
 */
export function accessGuard({ token, hosts }: AccessOptions): MiddlewareHandler {
  if (token === '') throw new Error('An empty token would let everybody in.');
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!hosts.has(host)) {
      throw new BtcpError('denied', `This server is not served as "${host}".`, { hint: `Use ${[...hosts][0]}.` });
    }
    const origin = context.req.header('origin');
    if (origin !== undefined && !hosts.has(origin.replace(/^https?:\/\//, ''))) {
      throw new BtcpError('denied', `Pages of ${origin} may not call this server.`, {
        hint: 'Call it from a program, or from the page that it serves itself.',
      });
    }
    if (token !== null && !isOpen(context.req) && !sameToken(bearer(context.req.header('authorization')), token)) {
      throw new BtcpError('unauthorized', 'The request carries no valid token.', {
        hint: 'Send "Authorization: Bearer TOKEN"; btcp serve prints the token, and btcp --json gives it.',
      });
    }
    await next();
  };
}

function isOpen({ method, path }: { method: string; path: string }): boolean {
  return method === 'GET' && OPEN_PATHS.has(path);
}

function bearer(header: string | undefined): string {
  return /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? '';
}

function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
