import { randomBytes } from 'node:crypto';
import { isServed, type LinkCodes, RateLimit, sameSecret } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import { type Context, Hono } from 'hono';
import type { Log } from '../observing/logging/log.js';
import type { Audited } from '../team/audited.js';
import type { IdentityOptions } from './identity-options.js';
import { personOf } from './person.js';
import type { Attempt, Provider } from './provider.js';
import { cookiesAt, readCookie, setCookie } from './sign-in-cookies.js';
import { type SignInProblem, whyFailed } from './sign-in-problem.js';
import { hashOf, type SignIns } from './sign-ins.js';

interface SignInRoutesOptions {
  identity: IdentityOptions;
  provider: Provider;
  signIns: SignIns;
  // The state that somebody comes back with stands for an `OpenAttempt`.
  attempts: LinkCodes;
  address(): string;
  log: Log;
  audited: Audited;
}

interface OpenAttempt extends Attempt {
  browser: string;
  returnTo: string;
}

const OK = 200;
const ATTEMPT_MS = 10 * 60_000;
// Anybody can begin one, and each is kept.
const ATTEMPTS_PER_SECOND = 20;
const ATTEMPTS_BURST_SECONDS = 10;
// For so long after the end of a sign-in, the page says that it is over.
const REMEMBERED_MS = 7 * 24 * 60 * 60_000;
const PAGES = /^\/(?:browsers|(?:agents|pages)\/[\w./%~-]*)?$/;

/** Signing in and out by the provider. What fails is shown by the page, which receives a code of `SignInProblem`. */
export function signInRoutes(options: SignInRoutesOptions): Hono {
  const { identity, provider, signIns, attempts, address, log, audited } = options;
  const rate = new RateLimit(ATTEMPTS_PER_SECOND, ATTEMPTS_BURST_SECONDS);
  const routes = new Hono();
  const redirectUri = () => `${address()}/auth/callback`;

  const fail = (context: Context, problem: SignInProblem, detail: string) => {
    log.write('warn', 'sign-in failed', { problem, detail });
    return context.redirect(`${address()}/#sign-in=${problem}`);
  };

  routes.use(async (context, next) => {
    context.header('cache-control', 'no-store');
    context.header('referrer-policy', 'no-referrer');
    await next();
  });

  routes.get('/sign-in', async (context) => {
    const { req } = context;
    // The provider sends people back to one address, and a cookie of another host would be missing.
    if (!isServed(req.header('host'), { publicOrigin: new URL(address()).origin }))
      return context.redirect(`${address()}/auth/sign-in${new URL(req.url).search}`);
    if (!rate.take()) throw tooManyAttempts();
    try {
      const { attempt: cookie } = cookiesAt(address());
      const browser = readCookie(req.raw.headers, cookie) ?? randomBytes(32).toString('base64url');
      const returnTo = pageOf(req.query('page'));
      const url = await provider.begin({
        redirectUri: redirectUri(),
        choosesAccount: req.query('again') !== undefined,
        keep(attempt) {
          const open: OpenAttempt = { ...attempt, browser: hashOf(browser), returnTo };
          return attempts.make(JSON.stringify(open), attempts.now() + ATTEMPT_MS);
        },
      });
      context.header('set-cookie', setCookie(cookie, browser, ATTEMPT_MS));
      return context.redirect(url.href);
    } catch (thrown) {
      return fail(context, ...whyFailed(thrown));
    }
  });

  routes.get('/callback', async (context) => {
    const { search, searchParams } = new URL(context.req.url);
    const state = searchParams.get('state') ?? '';
    const browser = readCookie(context.req.raw.headers, cookiesAt(address()).attempt) ?? '';
    // Another browser's return must not sign this one in.
    const kept = await attempts.take(state, (text) => sameSecret(hashOf(browser), attemptIn(text).browser));
    if (kept === undefined) return fail(context, 'attempt', 'the state does not match a sign-in of this browser');
    const attempt = attemptIn(kept);
    try {
      const claims = await provider.finish(new URL(redirectUri() + search), state, attempt);
      const person = personOf(claims, identity);
      log.write('info', 'signed in', { user: person.name, role: person.role });
      audited.note(person.name, { door: 'workspace', act: 'sign in' }, OK);
      const lifetime = identity.lifetime + REMEMBERED_MS;
      context.header('set-cookie', setCookie(cookiesAt(address()).session, await signIns.open(person), lifetime));
      return context.redirect(`${address()}${attempt.returnTo}#sign-in=done`);
    } catch (thrown) {
      return fail(context, ...whyFailed(thrown));
    }
  });

  routes.get('/session', async (context) =>
    context.json({ hasExpired: await signIns.hasExpired(context.req.raw.headers) }),
  );

  routes.post('/sign-out', async (context) => {
    const found = await signIns.find(context.req.raw.headers);
    if (found) {
      const { name } = found.caller;
      await signIns.end(context.req.raw.headers);
      log.write('info', 'signed out', { user: name });
      audited.note(name, { door: 'workspace', act: 'sign out' }, OK);
    }
    context.header('set-cookie', setCookie(cookiesAt(address()).session, '', 0));
    return context.body(null, 204);
  });

  return routes;
}

function tooManyAttempts(): BtcpError {
  return new BtcpError('busy', 'Too many sign-ins begin at once.', { hint: 'Try again in some seconds.' });
}

function attemptIn(kept: string): OpenAttempt {
  return JSON.parse(kept) as OpenAttempt;
}

// Only a page of this server; anything else would send people to other sites.
function pageOf(asked = '/'): string {
  return PAGES.test(asked) ? asked : '/';
}
