import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import type { Context } from 'hono';
import { BrowserOwned } from '../sessions/single-browser.js';

export function nothingHere({ req }: Context): Response {
  const error = new BtcpError('not_found', `No route for ${req.method} ${req.path}.`, {
    hint: 'GET /tools lists the tools; POST /sessions/:sessionId/tools/:name calls one.',
  });
  return errorResponse(error);
}

/** Any error as its HTTP status, with `Retry-After` where it has one, and `{ success: false, error: { code, message, hint } }`. */
export function errorResponse(thrown: unknown): Response {
  const error = BtcpError.from(thrown);
  const owner = thrown instanceof BrowserOwned ? { owner: thrown.status } : {};
  const { retryAfterMs } = Object(thrown) as { retryAfterMs?: number };
  const headers = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) };
  return Response.json({ success: false, error, ...owner }, { status: ERROR_CODES[error.code].http, headers });
}
