/** The part of the package that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export interface KoaContext {
    body: Record<string, unknown>;
    oidc: {
      route: string;
      client: { clientId: string };
      params: { token?: string };
      session: { accountId: string };
      provider: Provider;
      result?: { consent?: { grantId?: string } };
    };
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    Grant: { new (of: { clientId: string; accountId: string }): Grant; find(id: string): Promise<Grant> };
    Client: { find(id: string): Promise<object> };
    ResourceServer: new (
      identifier: string,
      data: object,
    ) => object;
    AccessToken: {
      new (of: object): { resourceServer: object; save(): Promise<string> };
      find(token: string): Promise<{ destroy(): Promise<void> } | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void;
  }
}
