import { cookieOf, sameSecret } from '@btcp/access';
import { type AccessOptions, readArguments } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import { requiredText } from './read-text.js';

const YEAR_S = 365 * 24 * 60 * 60;

export function loginRoute({ token }: AccessOptions): Hono {
  const routes = new Hono();

  routes.post('/login', async (context) => {
    if (token === null) return context.body(null, 204);
    const given = requiredText(await readArguments(context.req), 'token', 1_000);
    if (!sameSecret(given, token)) {
      throw new BtcpError('unauthorized', 'The token is not the one of this server.', {
        hint: 'Open the address that btcp serve printed, or the one of btcp token.',
      });
    }
    const cookie = `${cookieOf(token)}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${YEAR_S}`;
    return context.body(null, 204, { 'set-cookie': cookie });
  });

  routes.post('/logout', (context) =>
    context.body(null, 204, { 'set-cookie': 'btcp=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0' }),
  );

  return routes;
}
