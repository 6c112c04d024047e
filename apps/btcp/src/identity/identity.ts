import { LinkCodes, OwnRecords, type Records, readRequest, type ServedHosts } from '@btcp/access';
import { errorResponse } from '@btcp/host';
import { ProtectedResource } from '@btcp/mcp';
import { BtcpError } from '@btcp/protocol';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Log } from '../observing/logging/log.js';
import type { Audited } from '../team/audited.js';
import type { Callers } from '../team/callers.js';
import { AccessTokens, ADMIN_SCOPE, USE_SCOPE } from './access-tokens.js';
import type { IdentityOptions } from './identity-options.js';
import { Provider } from './provider.js';
import { signInRoutes } from './sign-in-routes.js';
import { type SignIn, SignIns } from './sign-ins.js';

interface SharedSignIns {
  people: Records<SignIn>;
  attempts: LinkCodes;
}

export interface IdentityServices {
  served: ServedHosts;
  address(): string;
  tokensFile: string;
  isOwn(token: string): Promise<boolean>;
  shared?: SharedSignIns | undefined;
  log: Log;
  audited: Audited;
}

export interface Identity {
  callers: Callers[];
  routes: Hono;
  /** Before every other handler: answers clients with where to get a token. */
  challenge: MiddlewareHandler;
}

const MAX_ATTEMPTS = 10_000;

export function createIdentity(identity: IdentityOptions, services: IdentityServices): Identity {
  const { served, address, tokensFile, isOwn, log, audited, shared } = services;
  const provider = new Provider(identity);
  const resource = () =>
    new ProtectedResource({
      address: address(),
      path: '/mcp',
      issuer: identity.issuer,
      scopes: [USE_SCOPE, ADMIN_SCOPE],
    });
  const signIns = new SignIns({ served, address, tokensFile, lifetime: identity.lifetime, records: shared?.people });
  const attempts = shared?.attempts ?? new LinkCodes(new OwnRecords({ max: MAX_ATTEMPTS }));
  const tokens = new AccessTokens({ identity, provider, audience: () => resource().url, tokensFile, isOwn });
  const routes = new Hono();
  routes.route('/auth', signInRoutes({ identity, provider, signIns, attempts, address, log, audited }));
  routes.get('/.well-known/*', (context, next) =>
    resource().paths.includes(context.req.path) ? context.json(resource().metadata) : next(),
  );
  return { callers: [tokens, signIns], routes, challenge: challengeOf(resource, tokens) };
}

const UNKNOWN = { error: 'invalid_token', description: 'This server does not know the token.' } as const;

function challengeOf(resource: () => ProtectedResource, tokens: AccessTokens): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { status } = context.res;
    if (status !== 401 && status !== 403) return;
    const { headers } = context.req.raw;
    const refusal = await tokens.refusal(headers);
    if (status === 403 && refusal?.error !== 'insufficient_scope') return;
    if (refusal) {
      const code = refusal.error === 'insufficient_scope' ? 'denied' : 'unauthorized';
      context.res = errorResponse(new BtcpError(code, refusal.description, { hint: 'Authorize the client again.' }));
    }
    const isShown = readRequest(headers).token !== undefined;
    context.res.headers.set('www-authenticate', resource().challenge(refusal ?? (isShown ? UNKNOWN : undefined)));
  };
}
