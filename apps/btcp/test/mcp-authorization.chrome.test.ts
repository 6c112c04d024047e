import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startChrome } from '@btcp/test-support';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CLIENT, type IdentityProvider, ONLY_LOOPBACK, startProvider } from './identity-provider.ts';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';

const PUBLIC = 'https://browser.example.com/btcp';
const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const homes = [new TestHome(), new TestHome()] as const;
let provider: IdentityProvider;
let server: RunningServer;
let named: RunningServer;
let chrome: Browser;
// Where the provider sends people back to an MCP client.
let client: Server;
let answered: (parameters: URLSearchParams) => void = () => {};

beforeAll(async () => {
  client = createServer((asked, response) => {
    answered(new URL(asked.url ?? '', 'http://127.0.0.1').searchParams);
    response.end('You can close this window.');
  }).listen(0, '127.0.0.1');
  [provider, chrome] = await Promise.all([startProvider(), startChrome(ONLY_LOOPBACK)]);
  const settings = ['--oidc-issuer', provider.issuer, '--oidc-client-id', CLIENT.id];
  const roles = ['--oidc-members', 'people', '--oidc-admins', 'admins'];
  const secret = { BTCP_OIDC_CLIENT_SECRET: CLIENT.secret };
  [server, named] = await Promise.all([
    serve(homes[0], [...settings, ...roles, ...SHARED_CHROME], secret),
    serve(homes[1], [...settings, ...roles, '--public-url', PUBLIC], secret),
  ]);
  provider.register(server.url, PUBLIC);
});
afterAll(async () => {
  await Promise.all([server.stop(), named.stop()]);
  await chrome.close();
  client.close();
  await provider[Symbol.asyncDispose]();
  for (const home of homes) home[Symbol.dispose]();
});

// A program that has never heard of this server's provider.
class TestClient implements OAuthClientProvider {
  registered: StoredOAuthClientInformation | undefined;
  granted: StoredOAuthTokens | undefined;
  asked: URL | undefined;
  #verifier = '';

  get redirectUrl() {
    return `http://127.0.0.1:${(client.address() as AddressInfo).port}/done`;
  }

  get clientMetadata() {
    return { client_name: 'test', redirect_uris: [this.redirectUrl], application_type: 'native' as const };
  }

  clientInformation = () => this.registered;
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.registered = information;
  }

  tokens = () => this.granted;
  saveTokens(tokens: StoredOAuthTokens) {
    this.granted = tokens;
  }

  redirectToAuthorization(address: URL) {
    this.asked = address;
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }

  codeVerifier = () => this.#verifier;
}

function initialize(token?: string, address = server.url) {
  const headers = { ...ACCEPT, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return fetch(`${address}/mcp`, { method: 'POST', headers, body: JSON.stringify(INITIALIZE) });
}

describe('MCP over HTTP as a resource server of OAuth', () => {
  test('a client finds the provider, registers, lets the person sign in, and calls a tool', async () => {
    const oauth = new TestClient();
    const transport = () => new StreamableHTTPClientTransport(new URL(server.mcp), { authProvider: oauth });
    const first = transport();
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(oauth.asked?.origin).toBe(provider.issuer);
    expect(oauth.asked?.searchParams.get('resource')).toBe(server.mcp);
    expect(oauth.asked?.searchParams.get('scope')).toBe('btcp:use');

    const returned = new Promise<URLSearchParams>((resolve) => {
      answered = resolve;
    });
    const page = await chrome.newPage();
    await page.goto(oauth.asked?.href ?? '');
    await provider.signIn(page, 'ann');
    await page.locator('::-p-text(Continue)').click();
    await first.finishAuth(await returned);
    await page.close();

    const connected = new Client({ name: 'test', version: '1' });
    await connected.connect(transport());
    const { content } = await connected.callTool({ name: 'browser_tabs', arguments: {} });
    expect(JSON.stringify(content)).toContain('about:blank');
    await connected.close();
    // The token is ann's, with what a member may ask for.
    const headers = { authorization: `Bearer ${oauth.granted?.access_token}` };
    expect((await fetch(`${server.url}/sessions/shop/files`, { headers })).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(403);
  });

  test('the metadata is where clients look for it, also behind a name with a path', async () => {
    const metadata = {
      authorization_servers: [provider.issuer],
      scopes_supported: ['btcp:use', 'btcp:admin'],
      bearer_methods_supported: ['header'],
    };
    for (const path of ['', '/mcp']) {
      const found = await fetch(`${server.url}/.well-known/oauth-protected-resource${path}`);
      expect(await found.json()).toMatchObject({ ...metadata, resource: server.mcp });
    }
    const { url } = named;
    for (const path of [
      '/btcp/.well-known/oauth-protected-resource',
      '/btcp/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/btcp/mcp',
    ]) {
      expect(await (await fetch(url + path)).json()).toMatchObject({ ...metadata, resource: `${PUBLIC}/mcp` });
    }
    expect((await fetch(`${url}/.well-known/oauth-protected-resource/other`)).status).toBe(404);
    const refused = await initialize(undefined, url);
    expect(refused.headers.get('www-authenticate')).toContain(
      `resource_metadata="${PUBLIC}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  test('behind a name, people come back to it, and the cookies are for https and its path alone', async () => {
    const headers = { host: 'browser.example.com' };
    const sent = request(`${named.url}/btcp/auth/sign-in`, { headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    const { searchParams } = new URL(answer.headers.location ?? '');
    expect(searchParams.get('redirect_uri')).toBe(`${PUBLIC}/auth/callback`);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Secure-btcp-sign-in=[\w-]{43}; Path=\/btcp; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    // Another name of the server leads to the one that the provider knows.
    const other = await fetch(`${named.url}/auth/sign-in?page=/agents/a`, { redirect: 'manual' });
    expect(other.headers.get('location')).toBe(`${PUBLIC}/auth/sign-in?page=/agents/a`);
  });

  test('a request without a token is answered with where to get one', async () => {
    const response = await initialize();
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer scope="btcp:use", resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
    );
  });

  const FORGED = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.eA`;
  test.each([
    ['of another audience', () => issue('ann', { resource: 'https://other.example.com/mcp' }), 'for another audience'],
    ['of the page alone', () => issue('ann', { resource: server.url }), 'for another audience'],
    ['of a person without a role', () => issue('vic', {}), 'vic@example.com has no role here'],
    ['of an address that is not confirmed', () => issue('eve', {}), 'gave no name'],
    ['that nobody signed', async () => FORGED, 'not signed by the provider'],
    ['with a changed signature', async () => `${(await issue('ann', {})).slice(0, -8)}AAAAAAAA`, 'not signed'],
    ['that is over', () => issue('ann', { seconds: -60 }), 'has expired'],
  ])('a token %s is refused', async (_, token, why) => {
    const response = await initialize(await token());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain(`error="invalid_token", error_description="`);
    expect(response.headers.get('www-authenticate')).toContain(why);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'unauthorized' } });
  });

  test('scopes limit what a token opens, and the answer names the scope that would do', async () => {
    const none = await initialize(await issue('ann', { scope: '' }));
    expect(none.status).toBe(403);
    expect(none.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(none.headers.get('www-authenticate')).toContain('scope="btcp:use"');
    const metrics = async (person: string, scope: string) => {
      const headers = { authorization: `Bearer ${await issue(person, { scope })}` };
      const { status, headers: answer } = await fetch(`${server.url}/metrics`, { headers });
      return [status, /scope="[^"]*"/.exec(answer.get('www-authenticate') ?? '')?.[0]];
    };
    expect(await metrics('root', 'btcp:use')).toEqual([403, 'scope="btcp:admin"']);
    expect(await metrics('root', 'btcp:use btcp:admin')).toEqual([200, undefined]);
    // More scopes do not make a member an admin.
    expect(await metrics('ann', 'btcp:use btcp:admin')).toEqual([403, undefined]);
  });

  test('a session of MCP is of the person who opened it', async () => {
    const opened = await initialize(await issue('ann', {}));
    const headers = { ...ACCEPT, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    const list = async (person: string) => {
      const authorization = `Bearer ${await issue(person, {})}`;
      const body = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
      return (await fetch(server.mcp, { method: 'POST', headers: { ...headers, authorization }, body })).status;
    };
    expect(await list('ann')).toBe(200);
    expect(await list('bob')).toBe(404);
  });
});

describe('access tokens that the provider is asked about', () => {
  const opaque = (person: string, token: Partial<Issued> = {}) => issue(person, { ...token, format: 'opaque' });
  const files = (token: string) =>
    fetch(`${server.url}/sessions/shop/files`, { headers: { authorization: `Bearer ${token}` } });
  const timesAsked = (token: string) => provider.introspected.filter((asked) => asked === token).length;

  test('a token opens MCP and HTTP, and the provider is asked less often than the server', async () => {
    const token = await opaque('ann');
    expect(token).not.toContain('.');
    const opened = await Promise.all([initialize(token), initialize(token), files(token), files(token)]);
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(timesAsked(token)).toBeLessThan(opened.length);
    const metrics = { headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(`${server.url}/metrics`, metrics)).status).toBe(403);
  });

  test('a revoked token is refused, and its open stream ends', async () => {
    const token = await opaque('ann');
    const stream = await fetch(`${server.url}/sessions/shop/events`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(200);
    const ended = stream.text().then(
      () => 'ended',
      () => 'ended',
    );
    await provider.revoke(token);
    await vi.waitFor(async () => expect((await files(token)).status).toBe(401), { timeout: 30_000, interval: 250 });
    const refused = await initialize(token);
    expect(refused.headers.get('www-authenticate')).toContain('it is unknown, was revoked or has expired');
    expect(await ended).toBe('ended');
  });

  test.each([
    ['of another audience', () => opaque('ann', { resource: 'https://other.example.com/mcp' }), 'for another audience'],
    ['of a person without a role', () => opaque('vic'), 'vic@example.com has no role here'],
    ['that the provider did not issue', async () => 'x'.repeat(43), 'it is unknown'],
    ['that is over', () => opaque('ann', { seconds: -60 }), 'it is unknown, was revoked or has expired'],
  ])('a token %s is refused', async (_, token, why) => {
    const response = await initialize(await token());
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain(why);
  });

  test('scopes count as for signed tokens', async () => {
    const response = await initialize(await opaque('ann', { scope: '' }));
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('scope="btcp:use"');
  });

  test('the provider never sees a token of this server', async () => {
    const { token } = JSON.parse((await btcp(homes[0], ['token', 'create', 'carl', '--json'])).stdout);
    expect((await files(token)).status).toBe(200);
    await btcp(homes[0], ['token', 'revoke', 'carl']);
    expect((await files(token)).status).toBe(401);
    expect((await files(server.token ?? '')).status).toBe(200);
    expect([timesAsked(token), timesAsked(server.token ?? '')]).toEqual([0, 0]);
  });
});

type Issued = Parameters<IdentityProvider['accessToken']>[1];

function issue(person: string, token: Partial<Issued>): Promise<string> {
  return provider.accessToken(person, { resource: server.mcp, ...token });
}
