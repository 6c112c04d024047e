import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type KoaContext } from 'oidc-provider';
import type { Page } from 'puppeteer-core';

export const CLIENT = { id: 'btcp', secret: 'a-secret-of-the-client' };
/** For Chrome: the provider's pages ask for a font of another site, and wait for it. */
export const ONLY_LOOPBACK = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
const SCOPES = 'btcp:use btcp:admin';

interface IssuedToken {
  resource: string;
  scope?: string;
  seconds?: number;
  /** A JWT by default; the provider has to be asked about the other. */
  format?: 'jwt' | 'opaque';
}

/** A real OpenID provider on loopback. Everybody has the password that they like. */
export interface IdentityProvider extends AsyncDisposable {
  issuer: string;
  /** Registers the servers of these addresses, and their resources that access tokens are for. */
  register(...servers: string[]): void;
  /** Ends it, and starts it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Changes the ID tokens that are issued next. */
  tamper(change: ((claims: JWTPayload) => JWTPayload) | undefined): void;
  /** Issues an access token of a person. */
  accessToken(person: string, token: IssuedToken): Promise<string>;
  /** Ends a token that says nothing by itself. */
  revoke(token: string): Promise<void>;
  /** The tokens that it was asked about. */
  introspected: string[];
  /** Fills in the provider's own form. */
  signIn(page: Page, person: string): Promise<void>;
}

// By name: `ann` is in the group `people`, `root` in `admins`; the address of `eve` is not confirmed.
const GROUPS: Record<string, string[]> = { ann: ['people'], bob: ['people'], eve: ['people'], root: ['admins'] };

export async function startProvider(): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  let provider: Provider | undefined;
  let change: ((claims: JWTPayload) => JWTPayload) | undefined;
  const http = createServer((request, response) => {
    void provider?.callback()(request, response);
  });
  const start = (port: number) => new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    const ended = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeAllConnections();
    await ended;
  };
  await start(0);
  const { port } = http.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const resign = (token: string) => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    return new SignJWT(change?.(claims) ?? claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey);
  };
  const introspected: string[] = [];
  return {
    issuer,
    introspected,
    stop,
    start: () => start(port),
    register(...servers) {
      provider = new Provider(issuer, configuration(servers, key));
      provider.use(async (context, next) => {
        await next();
        const { id_token: token } = Object(context.body) as { id_token?: string };
        if (change && token && context.oidc.route === 'token') context.body.id_token = await resign(token);
        if (context.oidc?.route === 'introspection') introspected.push(context.oidc.params.token ?? '');
      });
    },
    tamper: (next) => {
      change = next;
    },
    async revoke(token) {
      await (await provider?.AccessToken.find(token))?.destroy();
    },
    async accessToken(person, { resource, scope = 'btcp:use', seconds = 600, format = 'jwt' }) {
      if (!provider) throw new Error('No server is registered.');
      const { AccessToken, Client, Grant, ResourceServer } = provider;
      const grant = new Grant({ clientId: CLIENT.id, accountId: person });
      const made = new AccessToken({
        accountId: person,
        client: await Client.find(CLIENT.id),
        grantId: await grant.save(),
        scope,
        expiresIn: seconds,
      });
      made.resourceServer = new ResourceServer(resource, resourceServer(resource, format));
      return made.save();
    },
    async signIn(page, person) {
      await page.waitForSelector('input[name="login"]');
      await page.type('input[name="login"]', person);
      await page.type('input[name="password"]', 'any');
      await page.click('button[type="submit"]');
    },
    [Symbol.asyncDispose]: stop,
  };
}

function claimsOf(person: string) {
  const groups = GROUPS[person] ?? [];
  return { sub: person, email: `${person}@example.com`, email_verified: person !== 'eve', groups };
}

function resourceServer(resource: string, format: IssuedToken['format'] = 'jwt') {
  const signed = { accessTokenFormat: format, jwt: { sign: { alg: 'RS256' } } };
  return { scope: SCOPES, audience: resource, ...(format === 'jwt' ? signed : { accessTokenFormat: format }) };
}

function configuration(servers: string[], key: object): object {
  return {
    jwks: { keys: [key] },
    cookies: { keys: ['a-key-of-the-cookies'] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: servers.map((server) => `${server}/auth/callback`),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    scopes: ['openid', 'offline_access', ...SCOPES.split(' ')],
    findAccount: (_: unknown, person: string) => ({ accountId: person, claims: () => claimsOf(person) }),
    extraTokenClaims: (_: unknown, { accountId }: { accountId: string }) => claimsOf(accountId),
    features: {
      registration: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, asked: string) => resourceServer(asked),
      },
    },
    // Nobody is asked about the server itself; clients that register need the consent of the person.
    async loadExistingGrant({ oidc }: KoaContext) {
      const { client, session, result, provider } = oidc;
      const granted = result?.consent?.grantId;
      if (client.clientId !== CLIENT.id) return granted && provider.Grant.find(granted);
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}
