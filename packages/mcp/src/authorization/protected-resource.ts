import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/server';

/** An MCP endpoint for which an authorization server issues access tokens. */
export interface ProtectedResourceOptions {
  /** The address of the server, without a slash at the end; a proxy may serve it under a path. */
  address: string;
  path: string;
  issuer: string;
  /** The scopes that tokens can have; the first is asked for where none is named. */
  scopes: readonly [string, ...string[]];
}

/** Why a token is refused, in the words of RFC 6750. */
export interface TokenRefusal {
  error: 'invalid_token' | 'insufficient_scope';
  description: string;
  scope?: string;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** What an MCP endpoint advertises about its authorization server (RFC 9728). */
export class ProtectedResource {
  readonly #options: ProtectedResourceOptions;

  constructor(options: ProtectedResourceOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.address + this.#options.path;
  }

  /** Where its metadata is served: at the root, with the path, and where clients look who know only the public address. */
  get paths(): string[] {
    const { pathname } = new URL(getOAuthProtectedResourceMetadataUrl(new URL(this.url)));
    return [...new Set([WELL_KNOWN, WELL_KNOWN + this.#options.path, pathname])];
  }

  get metadata(): OAuthProtectedResourceMetadata {
    const { issuer, scopes } = this.#options;
    const endpoints = { authorization_endpoint: issuer, token_endpoint: issuer, response_types_supported: ['code'] };
    const metadata = buildOAuthProtectedResourceMetadata({
      // Only the issuer is used; clients read the rest from the provider.
      oauthMetadata: { issuer, ...endpoints },
      resourceServerUrl: new URL(this.url),
      scopesSupported: [...scopes],
      resourceName: 'BTCP',
    });
    return { ...metadata, authorization_servers: [issuer], bearer_methods_supported: ['header'] };
  }

  /** The value of `WWW-Authenticate`; the metadata's address is below the server's own, which a proxy forwards. */
  challenge(refusal?: TokenRefusal): string {
    const { address, path, scopes } = this.#options;
    const parameters = {
      ...(refusal ? { error: refusal.error, error_description: refusal.description } : {}),
      scope: refusal?.scope ?? scopes[0],
      resource_metadata: address + WELL_KNOWN + path,
    };
    const quoted = Object.entries(parameters).map(
      ([name, value]) => `${name}="${value.replace(/[^ !#-[\]-~]/g, ' ')}"`,
    );
    return `Bearer ${quoted.join(', ')}`;
  }
}
