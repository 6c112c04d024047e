import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { decide, readRequest, type ServedHosts } from '@btcp/access';
import { listTokens } from '../system/named-tokens.js';
import type { Callers, FoundCaller } from '../team/callers.js';
import { idOf, type Person } from './person.js';
import { cookiesAt, readCookie } from './sign-in-cookies.js';

interface SignIn {
  person: Person;
  created: number;
  expires: number;
}

interface SignInsOptions {
  served: ServedHosts;
  /** Where people open this server. */
  address(): string;
  /** Named tokens: they list the sessions that a viewer may watch. */
  tokensFile: string;
  lifetime: number;
}

const MAX_SIGN_INS = 10_000;

/** People whom the provider has signed in, until they sign out or the time is over; none survives a restart. */
export class SignIns implements Callers {
  // By hash, so that no dump of the process signs anybody in.
  readonly #open = new Map<string, SignIn>();
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
  }

  /** Returns the value of the cookie. */
  open(person: Person): string {
    const secret = randomBytes(32).toString('base64url');
    const created = Date.now();
    for (const [hash, { expires }] of this.#open) if (expires <= created) this.#open.delete(hash);
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MAX_SIGN_INS && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(hashOf(secret), { person, created, expires: created + this.#options.lifetime });
    return secret;
  }

  /** A cookie counts for requests of this server's own pages, and only where no token is sent. */
  async find(headers: Headers | IncomingHttpHeaders): Promise<FoundCaller | undefined> {
    const hash = this.#hashIn(headers);
    const request = readRequest(headers);
    if (hash === undefined || request.token !== undefined) return undefined;
    const decision = await decide(request, { ...this.#options.served, callerByToken: () => this.#valid(hash) });
    if (!decision.isAllowed || !decision.caller) return undefined;
    const { person, created, expires } = decision.caller;
    const id = idOf('sign-in', person.name);
    return {
      caller: { id, ...person, sessions: sharedWith(person, this.#options.tokensFile), created, expires },
      key: `sign-in ${hash}`,
      isValid: () => this.#valid(hash) !== undefined,
    };
  }

  /** Whether the browser had a sign-in that is over. */
  hasExpired(headers: Headers): boolean {
    const hash = this.#hashIn(headers);
    return hash !== undefined && !this.#valid(hash);
  }

  end(headers: Headers): void {
    this.#open.delete(this.#hashIn(headers) ?? '');
  }

  #hashIn(headers: Headers | IncomingHttpHeaders): string | undefined {
    const secret = readCookie(headers, cookiesAt(this.#options.address()).session);
    return secret === undefined ? undefined : hashOf(secret);
  }

  #valid(hash: string): SignIn | undefined {
    const signIn = this.#open.get(hash);
    return signIn && signIn.expires > Date.now() ? signIn : undefined;
  }
}

/** What a viewer may watch is listed by the named tokens of the same person. */
export function sharedWith({ name, role }: Person, tokensFile: string): string[] {
  if (role !== 'viewer') return [];
  return listTokens(tokensFile)
    .filter((token) => token.name === name && (token.expires ?? Number.POSITIVE_INFINITY) > Date.now())
    .flatMap(({ sessions }) => sessions);
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
