import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { decide, OwnRecords, type Records, readRequest, type ServedHosts } from '@btcp/access';
import { EndedKeys } from '../system/ended-keys.js';
import { listTokens } from '../system/named-tokens.js';
import type { Callers, FoundCaller } from '../team/callers.js';
import { idOf, type Person } from './person.js';
import { cookiesAt, readCookie } from './sign-in-cookies.js';

/** What is kept of a sign-in, under the hash of its cookie. */
export interface SignIn {
  person: Person;
  created: number;
  expires: number;
}

interface SignInsOptions {
  served: ServedHosts;
  address(): string;
  // Named tokens: they list the sessions that a viewer may watch.
  tokensFile: string;
  lifetime: number;
  // Of all gateways of a fleet; of this server when left out.
  records?: Records<SignIn> | undefined;
}

const MAX_SIGN_INS = 10_000;
const SECRET_BYTES = 32;

/** People whom the provider has signed in, until they sign out or the time is over; none survives a restart of a server on its own. */
export class SignIns implements Callers {
  // By hash, so that no dump of the process signs anybody in.
  readonly #records: Records<SignIn>;
  readonly #ended: EndedKeys;
  readonly #options: SignInsOptions;

  constructor(options: SignInsOptions) {
    this.#options = options;
    this.#records = options.records ?? new OwnRecords({ max: MAX_SIGN_INS });
    this.#ended = new EndedKeys(this.#records);
  }

  async open(person: Person): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const created = this.#records.now();
    await this.#records.create(hashOf(secret), { person, created, expires: created + this.#options.lifetime });
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
      isValid: () => expires > this.#records.now() && !this.#ended.has(hash),
    };
  }

  async hasExpired(headers: Headers): Promise<boolean> {
    const hash = this.#hashIn(headers);
    return hash !== undefined && !(await this.#valid(hash));
  }

  async end(headers: Headers): Promise<void> {
    const hash = this.#hashIn(headers) ?? '';
    const signIn = await this.#records.get(hash);
    if (signIn) await this.#records.remove(hash, signIn.revision);
  }

  #hashIn(headers: Headers | IncomingHttpHeaders): string | undefined {
    const secret = readCookie(headers, cookiesAt(this.#options.address()).session);
    return secret === undefined ? undefined : hashOf(secret);
  }

  async #valid(hash: string): Promise<SignIn | undefined> {
    const signIn = (await this.#records.get(hash))?.value;
    return signIn && signIn.expires > this.#records.now() ? signIn : undefined;
  }
}

/** What a viewer may watch is listed by the named tokens of the same person. */
export function sharedWith({ name, role }: Person, tokensFile: string): string[] {
  if (role !== 'viewer') return [];
  return listTokens(tokensFile)
    .filter((token) => token.name === name && (token.expires ?? Number.POSITIVE_INFINITY) > Date.now())
    .flatMap(({ sessions }) => sessions);
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
