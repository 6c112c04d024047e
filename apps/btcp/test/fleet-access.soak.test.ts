import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { LiveClient, type PageServer, servePages, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { Balancer, TestFleet } from './fleet/test-fleet.ts';
import { CLIENT, type IdentityProvider, ONLY_LOOPBACK, startProvider } from './identity-provider.ts';
import { btcp, type RunningServer, TestHome } from './run-btcp.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const OTHER_CLOCK = fileURLToPath(new URL('fleet/other-clock.mjs', import.meta.url));
const TWO_HOURS_MS = 2 * 60 * 60_000;

const nats = new Nats();
const fleet = new TestFleet(nats);
let balancer: Balancer;
let provider: IdentityProvider;
let chrome: Browser;
let site: PageServer;
let one: RunningServer;
let other: RunningServer;
let worker: RunningServer;
beforeAll(async () => {
  await nats.start();
  [balancer, provider, chrome, site] = await Promise.all([
    Balancer.start(),
    startProvider(),
    startChrome(ONLY_LOOPBACK),
    servePages({ '/': '<title>Shop</title><h1>Shop</h1>', '/asked': '', '/cart': '<title>Cart</title><h1>Cart</h1>' }),
  ]);
  const oidc = ['--oidc-issuer', provider.issuer, '--oidc-client-id', CLIENT.id, '--oidc-admins', 'admins'];
  const flags = ['--public-url', balancer.url, ...oidc, '--oidc-members', 'people'];
  const secret = { BTCP_OIDC_CLIENT_SECRET: CLIENT.secret };
  one = await fleet.add('gateway', flags, nats.url, secret);
  other = await fleet.add('gateway', flags, nats.url, secret);
  provider.register(balancer.url);
  worker = await fleet.add('worker');
  expect((await fleet.call('shop', 'browser_navigate', { url: site.origin })).status).toBe(200);
});
afterAll(async () => {
  await chrome.close();
  await fleet[Symbol.asyncDispose]();
  await balancer[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  await site.close();
});

interface Asked {
  method?: string;
  token?: string | null;
  body?: object;
  isText?: boolean;
}

async function ask(server: RunningServer, path: string, asked: Asked = {}) {
  const { method = 'POST', token = server.token, body, isText = false } = asked;
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const text = await response.text();
  return { status: response.status, text, body: text === '' || isText ? {} : JSON.parse(text) };
}

const stream = (server: RunningServer) => `${server.url.replace('http', 'ws')}/browser/stream?sessionId=shop`;
const watch = (server: RunningServer, token: string) => LiveClient.live(stream(server), token);
const makeLink = async (server: RunningServer, session = 'shop') =>
  (await ask(server, `/sessions/${session}/links`, { body: { role: 'control' } })).body;
const codeIn = (url: string) => new URL(url).hash.split('code=')[1] ?? '';

describe('a call with the token of the server', () => {
  const PATH = '/sessions/shop/tools/browser_evaluate';
  const CANCELLED = /btcp_calls_total\{.*outcome="cancelled".*\} 1/;
  const send = async (headers: Record<string, string>, body = '{"script":"1 + 1"}', path = PATH) => {
    const asked = request(one.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token}`, ...headers },
    });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: (await json(response)) as { error: { code: string } } };
  };

  test('is refused at the gateway where any other request would be', async () => {
    expect((await send({})).status).toBe(200);
    expect((await send({}, '{"script":"1 + 1"}', PATH.replace('shop', 's%68op'))).status, 'not written plainly').toBe(
      200,
    );
    expect((await send({ 'transfer-encoding': 'chunked' })).status, 'of unknown length').toBe(200);
    for (const authorization of ['', 'Bearer x', `Bearer ${one.token}x`, 'Bearer btcp_0123456789ab_x'])
      expect((await send({ authorization })).status).toBe(401);
    for (const headers of [
      { host: 'rebound.test' },
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect(await send(headers)).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
    expect((await send({ 'btcp-fleet': 'x.y' })).status, 'signed by nobody').toBe(200);
    expect((await send({}, 'no JSON')).body.error.code).toBe('invalid_input');
    expect((await send({}, `{"script":"1 + 1"}${' '.repeat(2 * 1024 * 1024)}`)).status, 'large').toBe(200);
  });

  test('ends on its worker when the caller leaves', async () => {
    const leaving = new AbortController();
    const asked = once(site.server, 'request');
    const waited = fetch(`${one.url}/sessions/shop/tools/browser_evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.token}` },
      body: JSON.stringify({ script: `fetch('/asked'), new Promise(() => {})` }),
      signal: leaving.signal,
    });
    await asked;
    leaving.abort();
    await expect(waited).rejects.toThrow();
    const metrics = () => ask(worker, '/metrics', { method: 'GET', isText: true });
    await vi.waitFor(async () => expect((await metrics()).text).toMatch(CANCELLED), PATIENT);
  });
});

describe('a link', () => {
  test('of one gateway opens at the other, for the first of two who open it at once', async () => {
    const { url, token } = await makeLink(one);
    const body = { code: codeIn(url) };
    const opened = await Promise.all([one, other].map((server) => ask(server, '/live', { token: null, body })));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(opened.find(({ status }) => status === 200)?.body.token).toBe(token);
    for (const server of [one, other])
      expect((await ask(server, '/live', { token: null, body })).status, 'opened before').toBe(401);
    const viewer = await watch(other, token);
    expect(await viewer.next('hello')).toMatchObject({ role: 'control' });
    await viewer.until(() => viewer.frames.length > 0);
    await viewer.close();
    await expect(watch(other, `${token}x`)).rejects.toThrow('HTTP 401');
  });

  test('that is revoked at one gateway ends at the other', async () => {
    const { id, token } = await makeLink(one);
    const viewer = await watch(one, token);
    expect((await ask(other, `/sessions/shop/links/${'x'.repeat(16)}`, { method: 'DELETE' })).status).toBe(404);
    for (const guess of ['*', '>', `${id}.>`]) {
      const path = `/sessions/shop/links/${encodeURIComponent(guess)}`;
      expect((await ask(other, path, { method: 'DELETE' })).status).toBe(404);
    }
    expect((await ask(other, `/sessions/bank/links/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(other, `/sessions/shop/links/${id}`, { method: 'DELETE' })).status).toBe(200);
    await viewer.closed;
    for (const server of [one, other]) await expect(watch(server, token)).rejects.toThrow('HTTP 401');
    expect((await ask(one, `/sessions/shop/links/${id}`, { method: 'DELETE' })).status).toBe(404);
  });

  test('of each gateway is revoked with all of its session', async () => {
    const [kept] = [await makeLink(one, 'bank'), await makeLink(one, 'cafe')];
    const links = [await makeLink(one, 'cafe'), await makeLink(other, 'cafe')];
    expect((await ask(other, '/sessions/cafe/links', { method: 'DELETE' })).body.revoked).toBe(3);
    expect((await ask(one, `/sessions/cafe/links/${links[0].id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(other, `/sessions/bank/links/${kept.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  test('which an agent gives to a person opens at every gateway', async () => {
    await fleet.call('help', 'browser_navigate', { url: site.origin });
    const asked = await fleet.call('help', 'browser_request_user', { message: 'Sign in', wait: false });
    const link = String(asked.body.data.link);
    expect(link).toContain(balancer.url);
    const opened = await ask(other, '/live', { token: null, body: { code: codeIn(link) } });
    expect(opened.status).toBe(200);
  });
});

test('a ticket admits one viewer, at whichever gateway, and what NATS keeps opens nothing', async () => {
  const { ticket, id } = (await ask(one, '/sessions/shop/tickets')).body;
  const { token, url } = await makeLink(one);
  const came = await Promise.allSettled([watch(one, ticket), watch(other, ticket)]);
  expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const server of [one, other]) await expect(watch(server, ticket)).rejects.toThrow('HTTP 401');
  const viewer = came.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))[0];
  await ask(other, `/sessions/shop/links/${id}`, { method: 'DELETE' });
  await viewer?.closed;
  const bus = await nats.connect();
  const kept = JSON.stringify(await bus.access?.codes.entries('>'));
  for (const secret of [ticket, codeIn(url), token, token.split('.')[0]]) expect(kept).not.toContain(secret);
  expect(kept).toContain('ticket.');
  // Somebody who reaches NATS makes no ticket without the key of the fleet.
  const forged = { token, expires: Date.now() + 60_000 };
  for (const [key] of (await bus.access?.codes.entries('ticket.*')) ?? [])
    await bus.access?.codes.put(key, JSON.stringify(forged));
  await bus.close();
  for (const server of [one, other]) await expect(watch(server, ticket)).rejects.toThrow('HTTP 401');
});

describe('a person who signs in at one gateway', () => {
  const isIn = async (server: RunningServer, token: string) =>
    (await ask(server, '/sessions', { method: 'GET', token })).status === 200;

  test('is signed in at the other, renews there, and is signed out of both', async () => {
    const { token } = (await ask(one, '/api/login', { token: null, body: { token: one.token } })).body;
    expect([await isIn(one, token), await isIn(other, token)]).toEqual([true, true]);
    const next = (await ask(other, '/api/login/renew', { token })).body.token;
    expect([await isIn(one, next), await isIn(other, next), await isIn(one, token)]).toEqual([true, true, true]);
    expect(await isIn(one, `${next.split('.')[0]}.${'x'.repeat(32)}`), 'guessed').toBe(false);
    const viewer = await watch(other, next);
    const headers = { authorization: `Bearer ${next}` };
    const workspace = await fetch(`${other.url}/api/events`, { headers });
    expect(workspace.status).toBe(200);
    const ended = workspace.text();
    expect((await ask(one, '/api/logout', { token: next })).status).toBe(204);
    await viewer.closed;
    await ended;
    for (const server of [one, other])
      expect([await isIn(server, next), await isIn(server, token)]).toEqual([false, false]);
  });

  test('by a link is the first of two who open it at once', async () => {
    const { url } = (await ask(one, '/api/login/links')).body;
    expect(url).toContain(balancer.url);
    for (const code of [codeIn(url), codeIn(one.open)]) {
      const asked = { token: null, body: { code } };
      const came = await Promise.all([ask(one, '/api/login', asked), ask(other, '/api/login', asked)]);
      expect(came.map(({ status }) => status).sort()).toEqual([200, 401]);
      const { token } = came.find(({ status }) => status === 200)?.body ?? {};
      expect([await isIn(one, token), await isIn(other, token)]).toEqual([true, true]);
    }
    const bus = await nats.connect();
    expect((await bus.access?.logins.entries('login.*'))?.length).toBeGreaterThan(0);
    await bus.close();
  });
});

// New connections go to this gateway, and no other is left.
function goTo(server: RunningServer): void {
  balancer.sendTo(server);
  balancer.breakAll();
}

async function visit(path: string): Promise<Page & AsyncDisposable> {
  const context = await chrome.createBrowserContext();
  const page = await context.newPage();
  await page.goto(balancer.url + path);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

async function see(page: Page, words: string): Promise<void> {
  const read = () => page.evaluate(() => document.body.textContent);
  await vi.waitFor(async () => expect(await read()).toContain(words), PATIENT);
}

describe('a token of the team', () => {
  const statusAt = async (server: RunningServer, token: string) =>
    (await ask(server, '/sessions', { method: 'GET', token })).status;
  const everywhere = (token: string, status: number) =>
    vi.waitFor(async () => {
      expect([await statusAt(one, token), await statusAt(other, token)]).toEqual([status, status]);
    }, PATIENT);
  const connected = async () => {
    const bus = await nats.connect();
    return Object.assign(bus, { [Symbol.asyncDispose]: () => bus.close() });
  };
  const command = async (home: TestHome, ...args: string[]) => {
    const { code, stdout } = await btcp(home, ['token', ...args, '--json']);
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };

  test('that is made at one gateway counts at the other, until it is revoked at either', async () => {
    const { id, token } = (await ask(one, '/api/tokens', { body: { name: 'ann' } })).body;
    await everywhere(token, 200);
    const headers = { authorization: `Bearer ${token}` };
    const events = await fetch(`${other.url}/sessions/events`, { headers });
    await using bus = await connected();
    const kept = (await bus.access?.team.get(`token.${id}`))?.value ?? '';
    expect(kept).not.toBe('');
    expect(Buffer.from(kept, 'base64').toString('latin1')).not.toContain('ann');
    expect((await ask(one, `/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await statusAt(one, token)).toBe(401);
    await everywhere(token, 401);
    expect(await events.text(), 'ends').toContain('data:');
    expect((await ask(other, '/api/tokens', { method: 'GET' })).body.tokens).toEqual([]);
    // Somebody who reaches NATS puts back what was there. The next token is seen after it.
    await bus.access?.team.put(`token.${id}`, kept);
    const next = (await ask(one, '/api/tokens', { body: { name: 'ann' } })).body;
    await everywhere(next.token, 200);
    await everywhere(token, 401);
    await vi.waitFor(async () => expect((await bus.access?.team.get(`token.${id}`))?.value).not.toBe(kept), PATIENT);
    expect((await ask(other, `/api/tokens/${next.id}`, { method: 'DELETE' })).status).toBe(204);
  });

  test('is made, listed and revoked by the command on the machine of any gateway', async () => {
    const [here, there] = [fleet.homeOf(one), fleet.homeOf(other)];
    const { token } = await command(there, 'create', 'bob');
    await everywhere(token, 200);
    expect((await command(here, 'list')).tokens).toMatchObject([{ name: 'bob' }]);
    await command(here, 'revoke', 'bob');
    await everywhere(token, 401);
    expect((await command(there, 'list')).tokens).toEqual([]);
  });

  test('of a gateway that joins is taken over once: what others revoke while it is away stays revoked', async () => {
    const home = new TestHome();
    const { id, token } = await command(home, 'create', 'cat');
    const kept = await command(home, 'create', 'dan');
    const joining = await fleet.add('gateway', [], nats.url, {}, undefined, home);
    await everywhere(token, 200);
    await fleet.end(joining);
    expect((await ask(other, `/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(204);
    const again = await fleet.add('gateway', [], nats.url, {}, undefined, home);
    expect([await statusAt(again, token), await statusAt(again, kept.token)]).toEqual([401, 200]);
    await everywhere(token, 401);
    await fleet.end(again);
    await command(home, 'revoke', 'dan');
    await everywhere(kept.token, 200);
    await fleet.end(await fleet.add('gateway', [], nats.url, {}, undefined, home));
    await everywhere(kept.token, 401);
  });
});

test('a person of the provider begins at one gateway, comes back to the other, and signs out at the first', async () => {
  goTo(one);
  await using page = await visit('/');
  await page.locator('::-p-text(Sign in with)').click();
  await page.waitForSelector('input[name="login"]');
  goTo(other);
  await provider.signIn(page, 'ann');
  await see(page, 'ann@example.com');
  const cookies = await page.browserContext().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const isIn = async ({ url }: RunningServer) => {
    const headers = { cookie, host: new URL(balancer.url).host };
    return (await fetch(`${url}/sessions`, { headers })).status === 200;
  };
  expect([await isIn(one), await isIn(other)]).toEqual([true, true]);
  goTo(one);
  await page.evaluate(() => fetch('/auth/sign-out', { method: 'POST' }).then(() => {}));
  expect([await isIn(one), await isIn(other)]).toEqual([false, false]);
  const bus = await nats.connect();
  const kept = JSON.stringify([await bus.access?.logins.entries('>'), await bus.access?.attempts.entries('>')]);
  await bus.close();
  expect(kept).not.toContain('ann@example.com');
});

test('a gateway with the wrong time takes the links and sign-ins of others, for as long as they say', async () => {
  const clock = { NODE_OPTIONS: `--import ${OTHER_CLOCK}`, TEST_CLOCK_SHIFT_MS: String(TWO_HOURS_MS) };
  const early = await fleet.add('gateway', [], nats.url, clock);
  const { token } = await makeLink(one);
  const viewer = await watch(early, token);
  await viewer.until(() => viewer.frames.length > 0);
  viewer.send({ type: 'locate', ref: '@f99e1' });
  await viewer.next('located');
  await viewer.close();
  const { ticket } = (await ask(early, '/sessions/shop/tickets')).body;
  await (await watch(one, ticket)).close();
  const login = (await ask(early, '/api/login', { token: null, body: { token: early.token } })).body.token;
  for (const server of [one, early])
    expect((await ask(server, '/sessions', { method: 'GET', token: login })).status).toBe(200);
});

test('a viewer whose gateway is killed goes on at the other', async () => {
  const { url } = await makeLink(one);
  goTo(one);
  await using page = await visit(url.slice(balancer.url.length));
  await page.waitForSelector('>>> .status[hidden]');
  balancer.sendTo(other);
  await fleet.end(one, 'SIGKILL');
  expect((await fleet.call('shop', 'browser_navigate', { url: `${site.origin}/cart` })).status).toBe(200);
  const address = () => page.$eval('>>> [aria-label=Address]', (field) => (field as HTMLInputElement).value);
  await vi.waitFor(async () => expect(await address()).toBe(`${site.origin}/cart`), PATIENT);
  await page.waitForSelector('>>> .status[hidden]');
});

test('while NATS is away, a token of the team opens nothing: it may have been revoked', async () => {
  const { token } = (await ask(other, '/api/tokens', { body: { name: 'eve' } })).body;
  const status = async () => (await ask(other, '/sessions', { method: 'GET', token })).status;
  expect(await status()).toBe(200);
  await nats.stop();
  await vi.waitFor(async () => expect(await status()).toBe(429), PATIENT);
  await expect(watch(other, token)).rejects.toThrow('HTTP 429');
  await nats.start();
  await vi.waitFor(async () => expect(await status()).toBe(200), PATIENT);
});
