import * as openid from 'openid-client';
import type { IdentityOptions } from './identity-options.js';
import { needsMore } from './person.js';

export interface Attempt {
  nonce: string;
  verifier: string;
}

// Where a person signs in: what is in the address, and what their return is checked against.
interface Beginning {
  redirectUri: string;
  choosesAccount: boolean;
  keep(attempt: Attempt): Promise<string>;
}

const TIMEOUT_SECONDS = 15;
const GOOGLE = 'https://accounts.google.com';

/** The OpenID provider, asked when somebody first signs in: a server starts without it. */
export class Provider {
  readonly #options: IdentityOptions;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** Reads the provider's description once; what failed is tried again. */
  configuration(): Promise<openid.Configuration> {
    this.#configuration ??= this.#discover().catch((cause) => {
      this.#configuration = undefined;
      throw cause;
    });
    return this.#configuration;
  }

  async begin({ redirectUri, choosesAccount, keep }: Beginning): Promise<URL> {
    const configuration = await this.configuration();
    const attempt = { nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() };
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#options.scope,
      state: await keep(attempt),
      nonce: attempt.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(choosesAccount ? { prompt: accountPrompt(configuration) } : {}),
    });
  }

  /** Exchanges the code for the claims of a person; `address` is the one to which the provider sent the browser. */
  async finish(address: URL, state: string, { nonce, verifier }: Attempt): Promise<Record<string, unknown>> {
    const configuration = await this.configuration();
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims: Record<string, unknown> & { sub: string } = { ...tokens.claims(), sub: tokens.claims()?.sub ?? '' };
    const { userinfo_endpoint: more } = configuration.serverMetadata();
    if (more === undefined || !needsMore(claims, this.#options)) return claims;
    return { ...(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
  }

  /** Whether it can be asked about a token, which needs the secret of a client. */
  async introspects(): Promise<boolean> {
    if (this.#options.clientSecret === undefined) return false;
    const configuration = await this.configuration();
    return configuration.serverMetadata().introspection_endpoint !== undefined;
  }

  /** Returns the claims of an access token; undefined for one that is unknown, revoked or expired. */
  async introspect(token: string): Promise<Record<string, unknown> | undefined> {
    const hint = { token_type_hint: 'access_token' };
    const answer = await openid.tokenIntrospection(await this.configuration(), token, hint);
    return answer.active ? { ...answer } : undefined;
  }

  async #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const address = new URL(issuer);
    const configuration = await openid.discovery(address, clientId, undefined, authentication(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // The settings allow this on loopback only.
      execute: address.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    });
    // The code flow may trust the connection alone; a signature costs nothing.
    openid.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

// Providers register a client with one of two ways to send its secret; the first is the standard's default.
function authentication(secret: string | undefined): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [inHeader, inBody] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const send = ways && !ways.includes('client_secret_basic') ? inBody : inHeader;
    return send(server, client, body, headers);
  };
}

// Asks for an account, after somebody signed out or was refused: every provider knows `login`, except Google.
function accountPrompt(configuration: openid.Configuration): string {
  const { issuer, prompt_values_supported: values } = configuration.serverMetadata();
  const choosesAccount = issuer === GOOGLE || (Array.isArray(values) && values.includes('select_account'));
  return choosesAccount ? 'select_account' : 'login';
}
