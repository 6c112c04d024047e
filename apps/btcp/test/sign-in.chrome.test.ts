import { type PageServer, servePages, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CLIENT, type IdentityProvider, ONLY_LOOPBACK, startProvider } from './identity-provider.ts';
import { btcp, type RunningServer, SHARED_CHROME, serve, TestHome } from './run-btcp.ts';
import { seriousFindings } from './workspace-page.ts';

const home = new TestHome();
let pages: PageServer;
let provider: IdentityProvider;
let server: RunningServer;
let brief: RunningServer;
let chrome: Browser;
const secondHome = new TestHome();

const flags = (issuer: string) => ['--oidc-issuer', issuer, '--oidc-client-id', CLIENT.id, '--log-level', 'info'];
const ROLES = ['--oidc-admins', 'admins', '--oidc-members', 'people,carl@example.com'];

beforeAll(async () => {
  [pages, provider, chrome] = await Promise.all([
    servePages({ '/': '<title>Shop</title><h1>Sale of ann</h1>' }),
    startProvider(),
    startChrome(ONLY_LOOPBACK),
  ]);
  const settings = [...flags(provider.issuer), ...ROLES];
  const secret = { BTCP_OIDC_CLIENT_SECRET: CLIENT.secret };
  [server, brief] = await Promise.all([
    serve(home, [...settings, ...SHARED_CHROME], secret),
    serve(secondHome, [...settings, '--oidc-session', '1s'], secret),
  ]);
  provider.register(server.url, brief.url);
});
afterAll(async () => {
  await Promise.all([server.stop(), brief.stop()]);
  await chrome.close();
  await provider[Symbol.asyncDispose]();
  await pages.close();
  for (const each of [home, secondHome]) each[Symbol.dispose]();
});

// A browser of its own for each person.
async function visit(path = '/', address = server.url): Promise<Page & AsyncDisposable> {
  const context = await chrome.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(address + path);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

async function see(page: Page, words: string): Promise<void> {
  // Not in the page: it may be on its way through the provider.
  const read = () => page.evaluate(() => document.body.textContent);
  await vi.waitFor(async () => expect(await read()).toContain(words), { timeout: 30_000, interval: 100 });
}

async function signIn(page: Page, person: string): Promise<void> {
  await page.locator('::-p-text(Sign in with)').click();
  await provider.signIn(page, person);
}

async function signInCookie(page: Page) {
  return (await page.browserContext().cookies()).find(({ name }) => /^btcp-\d+$/.test(name));
}

// A request as the page makes it.
function ask(page: Page, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async (method, path, body) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { status: response.status, text: await response.text() };
    },
    method,
    path,
    body,
  );
}

// The first message of the live view, as a page of this server gets it.
function watched(page: Page, session: string): Promise<unknown> {
  return page.evaluate((session) => {
    const socket = new WebSocket(`/browser/stream?sessionId=${session}`, ['btcp.live.v1']);
    return new Promise((resolve) => {
      socket.onmessage = ({ data }) => resolve(JSON.parse(data));
      socket.onclose = ({ code }) => resolve(code);
    });
  }, session);
}

describe('signing in at an OpenID provider', () => {
  test('a person signs in and has sessions of their own; the cookie is out of reach of scripts', async () => {
    await using page = await visit();
    expect(await seriousFindings(page, 'sign in')).toEqual([]);
    await signIn(page, 'ann');
    await see(page, 'ann@example.com');
    expect(new URL(page.url()).origin).toBe(server.url);
    const cookie = await signInCookie(page);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/' });
    expect(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).not.toContain('btcp-');

    const opened = await ask(page, 'POST', '/sessions/shop/tools/browser_navigate', { url: pages.origin });
    expect(opened).toMatchObject({ status: 200, text: expect.stringContaining('Shop') });
    expect(await watched(page, 'shop')).toMatchObject({
      type: 'hello',
      role: 'control',
      session: 'ann@example.com~shop',
    });
    expect((await ask(page, 'POST', '/api/agents', { name: 'Shopping of ann' })).status).toBe(201);
    await see(page, 'Shopping of ann');
    await using other = await visit();
    await signIn(other, 'bob');
    await see(other, 'bob@example.com');
    await see(other, 'Agents and their sessions are listed here.');
    // MCP clients need the address alone: they let the person sign in.
    await see(other, `The client opens a page of ${new URL(provider.issuer).host} to sign you in.`);
    const configuration = await other.$eval('.copyable pre', ({ textContent }) => JSON.parse(textContent));
    expect(configuration).toEqual({ mcpServers: { btcp: { type: 'http', url: server.mcp } } });
    expect(JSON.parse((await ask(other, 'GET', '/api/agents')).text)).toEqual([]);
    expect((await ask(other, 'POST', '/sessions/shop/tools/browser_snapshot', {})).text).not.toContain('Sale of ann');
    expect((await ask(page, 'POST', '/sessions/shop/tools/browser_snapshot', {})).text).toContain('Sale of ann');
    expect((await ask(other, 'GET', '/metrics')).status).toBe(403);

    await vi.waitFor(() => expect(server.log).toMatch(/ info signed in user=ann@example\.com role=member$/m));
  });

  test.each([
    ['vic', 'This account may not use this server.', 'problem=no-role'],
    ['eve', 'did not confirm your e-mail address', 'problem=no-name'],
  ])('%s is refused in words', async (person, words, logged) => {
    await using page = await visit();
    await signIn(page, person);
    await see(page, words);
    await vi.waitFor(() => expect(page.url()).toBe(`${server.url}/`));
    expect((await ask(page, 'GET', '/sessions/shop/files')).status).toBe(401);
    await vi.waitFor(() => expect(server.log).toContain(logged));
  });

  test('an address that is listed is let in, and a group gives admins everything', async () => {
    await using carl = await visit();
    await signIn(carl, 'carl');
    await see(carl, 'carl@example.com');
    await using root = await visit();
    await signIn(root, 'root');
    await see(root, 'root@example.com');
    expect((await ask(root, 'GET', '/metrics')).status).toBe(200);
  });

  test('signing out ends the sign-in, and the next one asks for an account', async () => {
    await using page = await visit();
    await signIn(page, 'bob');
    await see(page, 'bob@example.com');
    const cookie = await signInCookie(page);
    await page.locator('::-p-text(Sign out)').click();
    await see(page, 'You are signed out.');
    expect((await ask(page, 'GET', '/sessions/shop/files')).status).toBe(401);
    const stolen = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect((await fetch(`${server.url}/sessions/shop/files`, { headers: stolen })).status).toBe(401);
    const { stdout } = await btcp(home, ['audit', 'bob@example.com', '--json']);
    expect(stdout).toContain('"act":"sign in"');
    expect(stdout).toContain('"act":"sign out"');
    // Signing in again asks for an account, not for the last one.
    await page.locator('::-p-text(Sign in with)').click();
    await page.waitForSelector('input[name="login"]');
  });

  test.each([
    ['another audience', (claims: object) => ({ ...claims, aud: 'somebody-else' })],
    ['another nonce', (claims: object) => ({ ...claims, nonce: 'of-another-sign-in' })],
  ])('an ID token with %s is refused', async (_, change) => {
    provider.tamper(change);
    try {
      await using page = await visit();
      await signIn(page, 'ann');
      await see(page, 'was not accepted');
      expect((await ask(page, 'GET', '/sessions/shop/files')).status).toBe(401);
    } finally {
      provider.tamper(undefined);
    }
  });

  test('a return with a wrong state, or of another browser, signs nobody in', async () => {
    await using page = await visit('/auth/callback?code=x&state=made-up');
    await see(page, 'started in another browser');
    // Somebody hands their own return to another person, who would work in their account.
    await using thief = await visit();
    let returned = '';
    await thief.setRequestInterception(true);
    thief.on('request', (request) => {
      if (!request.url().includes('/auth/callback')) return void request.continue();
      returned = request.url();
      void request.abort();
    });
    await signIn(thief, 'bob');
    await vi.waitFor(() => expect(returned).toContain('code='));
    await page.goto(returned);
    await see(page, 'started in another browser');
    expect((await ask(page, 'GET', '/sessions/shop/files')).status).toBe(401);
  });

  test('what the provider refuses is said, and nothing leads to another site', async () => {
    expect((await fetch(`${server.url}/browsers`)).headers.get('content-type')).toContain('text/html');
    await using page = await visit('/auth/sign-in?page=//evil.test/');
    await provider.signIn(page, 'ann');
    await see(page, 'ann@example.com');
    expect(new URL(page.url()).origin).toBe(server.url);
    await using refused = await visit();
    await refused.locator('::-p-text(Sign in with)').click();
    await refused.locator('::-p-text([ Cancel ])').click();
    await see(refused, 'did not sign you in');
  });

  test('a cookie counts for pages of this server alone', async () => {
    await using page = await visit();
    await signIn(page, 'ann');
    await see(page, 'ann@example.com');
    const cookie = await signInCookie(page);
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
    const at = async (more: Record<string, string>, method = 'GET') =>
      (await fetch(`${server.url}/sessions/shop/files`, { method, headers: { ...headers, ...more } })).status;
    expect(await at({})).toBe(200);
    expect(await at({ origin: 'http://127.0.0.1:1' })).toBe(403);
    expect(await at({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await at({ authorization: 'Bearer wrong' })).toBe(401);
    const out = { method: 'POST', headers: { ...headers, origin: 'http://127.0.0.1:1' } };
    expect((await fetch(`${server.url}/auth/sign-out`, out)).status).toBe(403);
    expect(await at({})).toBe(200);
  });

  test('a provider that is down is named, and tried again; a sign-in that is over is said to be', async () => {
    await provider.stop();
    await using page = await visit('/', brief.url);
    await page.locator('::-p-text(Sign in with)').click();
    await see(page, 'does not answer');
    await provider.start();
    await signIn(page, 'ann');
    await see(page, 'Your session has expired.');
    expect((await ask(page, 'GET', '/sessions/shop/files')).status).toBe(401);
  });
});

test('settings that cannot work are rejected with what to do', async () => {
  const issuer = ['--oidc-issuer', 'https://id.example.com'];
  const client = [...issuer, '--oidc-client-id', 'a'];
  const said = async (...given: string[]) => (await btcp(home, ['serve', '--port', '0', ...given])).stderr;
  const [alone, plain, unnamed, nobody, secret, network] = await Promise.all([
    said('--oidc-client-id', 'a'),
    said('--oidc-issuer', 'http://id.example.com'),
    said(...issuer),
    said(...client),
    said(...client, '--oidc-client-secret-file', '/none'),
    said(...client, '--host', '0.0.0.0'),
  ]);
  expect(alone).toContain('--oidc-client-id needs --oidc-issuer.');
  expect(plain).toContain('--oidc-issuer is "http://id.example.com".');
  expect(unnamed).toContain('--oidc-issuer needs --oidc-client-id.');
  expect(nobody).toContain('lets nobody in without');
  expect(network).toContain('--oidc-issuer with --host 0.0.0.0 needs --public-url.');
  expect(secret).toContain('--oidc-client-secret-file /none cannot be read');
});
