import { readRequest, sameSecret } from '@btcp/access';
import { type AccessOptions, readArguments, serverAddress } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import type { Logins } from '../system/logins.js';
import { optionalText } from './read-text.js';

const MAX_SECRET = 1_000;
const NOT_KEPT = { 'cache-control': 'no-store' };

/** Exchanges the token of the server, or the code of a link, for a token of the person's own. */
export function loginRoute({ token }: AccessOptions, logins: Logins, publicUrl?: string): Hono {
  const routes = new Hono();

  routes.post('/login', async (context) => {
    if (token === null) return context.json({}, 200, NOT_KEPT);
    const given = await readArguments(context.req);
    const code = optionalText(given, 'code', MAX_SECRET);
    const isAllowed =
      code === undefined ? sameSecret(optionalText(given, 'token', MAX_SECRET) ?? '', token) : logins.takeCode(code);
    if (isAllowed) return context.json({ token: logins.open() }, 200, NOT_KEPT);
    throw code === undefined ? wrongToken() : usedLink();
  });

  // The page asks for it when it is loaded.
  routes.post('/login/renew', (context) => {
    const next = logins.renew(tokenOf(context));
    return context.json(next === undefined ? {} : { token: next }, 200, NOT_KEPT);
  });

  routes.post('/login/links', (context) => {
    const address = serverAddress(context.req, publicUrl);
    return context.json({ url: signInAddress(address, logins.makeCode()) }, 200, NOT_KEPT);
  });

  routes.post('/logout', (context) => {
    logins.revoke(tokenOf(context));
    return context.body(null, 204);
  });

  return routes;
}

/** The code is in the fragment, which is never sent or logged. */
export function signInAddress(address: string, code: string): string {
  return `${address}/#code=${code}`;
}

function tokenOf({ req }: Context): string {
  return readRequest(req.raw.headers).token ?? '';
}

function wrongToken(): BtcpError {
  return new BtcpError('unauthorized', 'The token is not the one of this server.', {
    hint: 'Open the address that btcp serve printed, or the one of btcp token.',
  });
}

function usedLink(): BtcpError {
  return new BtcpError('unauthorized', 'The link was used before, or has run out.', {
    hint: 'btcp token prints another one.',
  });
}
