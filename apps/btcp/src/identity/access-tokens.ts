import type { IncomingHttpHeaders } from 'node:http';
import { readRequest } from '@btcp/access';
import type { TokenRefusal } from '@btcp/mcp';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Callers, FoundCaller } from '../team/callers.js';
import type { IdentityOptions } from './identity-options.js';
import { hashOf, Introspection } from './introspection.js';
import { idOf, type Person, PersonRefused, personOf } from './person.js';
import type { Provider } from './provider.js';
import { sharedWith } from './sign-ins.js';

interface AccessTokensOptions {
  identity: IdentityOptions;
  provider: Provider;
  // For whom tokens must be issued: the address of this server's MCP endpoint.
  audience(): string;
  tokensFile: string;
  // Whether this server made a token: the provider never sees those.
  isOwn(token: string): Promise<boolean>;
}

class TokenRefused extends Error {}

/** A token without it opens nothing. */
export const USE_SCOPE = 'btcp:use';
/** Without it, an admin's token does what a member's does. */
export const ADMIN_SCOPE = 'btcp:admin';

const BOUND = 'The token is bound to a key, and this server takes bearer tokens only.';
const NO_SCOPE = `The token needs the scope ${USE_SCOPE}.`;
const INACTIVE = 'The provider does not accept the token: it is unknown, was revoked or has expired.';
const NO_CLAIMS = 'The provider reports no expiry (exp) or no person (sub) for the token.';
const JWT = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/;
// The characters of a bearer token, and as many as it takes not to be guessed.
const OPAQUE = /^[\w.~+/-]{16,}=*$/;
const MAX_TOKEN = 16_384;
// Errors of the request for the provider's keys.
const UNREACHABLE = new Set([errors.JWKSTimeout.code, errors.JOSEError.code]);
const CLOCK_SECONDS = 5;
const TIMEOUT_MS = 15_000;

/** Access tokens that the provider issued for this server: signed JWTs, or others that the provider is asked about. */
export class AccessTokens implements Callers {
  readonly #options: AccessTokensOptions;
  #keys: JWTVerifyGetKey | undefined;

  readonly #introspection: Introspection;

  constructor(options: AccessTokensOptions) {
    this.#options = options;
    this.#introspection = new Introspection((token) => options.provider.introspect(token));
  }

  async find(headers: Headers | IncomingHttpHeaders): Promise<FoundCaller | undefined> {
    const token = await this.#tokenIn(headers);
    const checked = token === undefined ? undefined : await this.#check(token);
    return checked && 'caller' in checked ? checked : undefined;
  }

  /** Why the access token of a request does not open what it asked for; undefined where there is none. */
  async refusal(headers: Headers): Promise<TokenRefusal | undefined> {
    const token = await this.#tokenIn(headers);
    if (token === undefined) return undefined;
    const checked = await this.#check(token);
    if ('error' in checked) return checked;
    const isReduced = checked.person.role === 'admin' && checked.caller.role !== 'admin';
    const description = `This needs the scope ${ADMIN_SCOPE}.`;
    return isReduced ? { error: 'insufficient_scope', description, scope: ADMIN_SCOPE } : undefined;
  }

  async #tokenIn(headers: Headers | IncomingHttpHeaders): Promise<string | undefined> {
    const { token } = readRequest(headers);
    if (token === undefined || token.length > MAX_TOKEN) return undefined;
    if (JWT.test(token)) return token;
    if (!OPAQUE.test(token) || (await this.#options.isOwn(token))) return undefined;
    const isAsked = await this.#options.provider.introspects().catch(() => false);
    return isAsked ? token : undefined;
  }

  async #check(token: string): Promise<(FoundCaller & { person: Person }) | TokenRefusal> {
    const { identity, audience, tokensFile } = this.#options;
    try {
      const isSigned = JWT.test(token);
      const payload = isSigned ? await this.#verify(token) : await this.#introspect(token);
      if (payload.cnf !== undefined) return { error: 'invalid_token', description: BOUND };
      const person = personOf(payload, identity);
      const scopes = scopesOf(payload);
      if (!scopes.includes(USE_SCOPE)) return { error: 'insufficient_scope', description: NO_SCOPE, scope: USE_SCOPE };
      const role = person.role === 'admin' && !scopes.includes(ADMIN_SCOPE) ? 'member' : person.role;
      const id = idOf('client', person.name, String(payload.azp ?? payload.client_id ?? ''));
      const sessions = sharedWith(person, tokensFile);
      const expires = (payload.exp ?? 0) * 1_000;
      const isActive = isSigned ? () => true : this.#introspection.watch(token);
      return {
        person,
        caller: { id, name: person.name, role, sessions, created: (payload.iat ?? 0) * 1_000, expires },
        key: hashOf(token),
        isValid: () => expires > Date.now() && isActive(),
      };
    } catch (thrown) {
      return { error: 'invalid_token', description: whyRefused(thrown, audience()) };
    }
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { keys, issuer } = await this.#loadKeys();
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: this.#options.audience(),
      requiredClaims: ['exp', 'sub'],
      clockTolerance: CLOCK_SECONDS,
    });
    return payload;
  }

  // As strict as for a signed token, although the provider vouches for its own answer.
  async #introspect(token: string): Promise<JWTPayload> {
    const claims = await this.#introspection.claimsOf(token);
    if (claims === undefined) throw new TokenRefused(INACTIVE);
    const audience = this.#options.audience();
    if (![claims.aud].flat().includes(audience)) throw new TokenRefused(otherAudience(audience));
    const { issuer } = (await this.#options.provider.configuration()).serverMetadata();
    if (claims.iss !== undefined && claims.iss !== issuer) throw new TokenRefused('The token is of another issuer.');
    if (typeof claims.exp !== 'number' || claims.sub === undefined) throw new TokenRefused(NO_CLAIMS);
    return claims;
  }

  async #loadKeys(): Promise<{ keys: JWTVerifyGetKey; issuer: string }> {
    const { jwks_uri: address, issuer } = (await this.#options.provider.configuration()).serverMetadata();
    if (address === undefined) throw new Error('the provider publishes no keys');
    this.#keys ??= createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_MS });
    return { keys: this.#keys, issuer };
  }
}

// `scope` is a text with spaces (RFC 9068); some providers send `scp`, also as a list.
function scopesOf({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flatMap((value) => (Array.isArray(value) ? value : String(value ?? '').split(' ')));
}

function whyRefused(thrown: unknown, audience: string): string {
  if (thrown instanceof errors.JWTExpired) return 'The token has expired.';
  if (thrown instanceof errors.JWTClaimValidationFailed && thrown.claim === 'aud') return otherAudience(audience);
  if (thrown instanceof errors.JWTClaimValidationFailed) return `The claim ${thrown.claim} of the token is wrong.`;
  if (thrown instanceof PersonRefused || thrown instanceof TokenRefused) return thrown.message;
  if (thrown instanceof errors.JOSEError && !UNREACHABLE.has(thrown.code))
    return 'The token is not signed by the provider of this server.';
  return 'The provider of this server cannot be asked about the token.';
}

function otherAudience(audience: string): string {
  return `The token is for another audience. Ask for one with resource=${audience}.`;
}
