import { sameSecret } from '@btcp/access';
import { type AccessOptions, readArguments, serverAddress } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import type { Logins } from '../system/logins.js';
import { findToken } from '../system/named-tokens.js';
import { shownToken } from '../team/caller.js';
import { assertUnlimited } from '../team/team-rights.js';
import { optionalText } from './read-text.js';

const MAX_SECRET = 1_000;
const NOT_KEPT = { 'cache-control': 'no-store' };

interface LoginOptions {
  logins: Logins;
  tokensFile: string;
  publicUrl?: string | undefined;
}

/** Exchanges the token of the server, one of the team, or the code of a link, for a token of the person's own. */
export function loginRoute({ token }: AccessOptions, { logins, tokensFile, publicUrl }: LoginOptions): Hono {
  const routes = new Hono();

  routes.post('/login', async (context) => {
    if (token === null) return context.json({}, 200, NOT_KEPT);
    const given = await readArguments(context.req);
    const code = optionalText(given, 'code', MAX_SECRET);
    const shown = optionalText(given, 'token', MAX_SECRET) ?? '';
    const isAllowed = code === undefined ? sameSecret(shown, token) : await logins.takeCode(code);
    if (isAllowed) return context.json({ token: await logins.open() }, 200, NOT_KEPT);
    const named = code === undefined ? findToken(tokensFile, shown) : undefined;
    if (!named) throw code === undefined ? wrongToken() : usedLink();
    assertUnlimited(named);
    return context.json({ token: await logins.open(named.id) }, 200, NOT_KEPT);
  });

  // The page asks for it when it is loaded.
  routes.post('/login/renew', async (context) => {
    const next = await logins.renew(shownToken(context));
    return context.json(next === undefined ? {} : { token: next }, 200, NOT_KEPT);
  });

  routes.post('/login/links', async (context) => {
    const address = serverAddress(context.req, publicUrl);
    return context.json({ url: signInAddress(address, await logins.makeCode()) }, 200, NOT_KEPT);
  });

  routes.post('/logout', async (context) => {
    await logins.revoke(shownToken(context));
    return context.body(null, 204);
  });

  return routes;
}

/** The code is in the fragment, which is never sent or logged. */
export function signInAddress(address: string, code: string): string {
  return `${address}/#code=${code}`;
}

function wrongToken(): BtcpError {
  return new BtcpError('unauthorized', 'The token is not valid for this server.', {
    hint: 'Open the address that btcp serve printed, or the one of btcp token.',
  });
}

function usedLink(): BtcpError {
  return new BtcpError('unauthorized', 'The link was already used or has expired.', {
    hint: 'btcp token prints another one.',
  });
}
