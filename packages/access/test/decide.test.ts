import { type AccessRules, cookieOf, decide, isCookieOf, MAX_BODY_BYTES, readBody, readRequest } from '@btcp/access';
import { describe, expect, test } from 'vitest';

const TOKEN = 's3cret';
const rules: AccessRules<string> = {
  hosts: new Set(['127.0.0.1:4700', 'localhost:4700']),
  callerByToken: async (token) => (token === TOKEN ? 'by token' : undefined),
  callerByCookie: (cookie) => (isCookieOf(TOKEN, cookie) ? 'by cookie' : undefined),
};
const cookie = `other=1; ${cookieOf(TOKEN)}`;
const bearer = { authorization: `Bearer ${TOKEN}` };

function ask(headers: Record<string, string>, { method = 'GET', isPublic = false, ...changed }: Asked = {}) {
  const request = readRequest(method, { host: '127.0.0.1:4700', ...headers });
  return decide({ ...request, isPublic }, { ...rules, ...changed });
}
type Asked = Partial<AccessRules<string>> & { method?: string; isPublic?: boolean };

const refused = (reason: string) => ({ isAllowed: false, reason });
const allowed = (caller?: string) => ({ isAllowed: true, caller });

test('the host name counts before the token, with its port unless any port is served', async () => {
  expect(await ask({ ...bearer, host: 'evil.test:4700' })).toEqual(refused('host'));
  expect(await ask({ ...bearer, host: '127.0.0.1' })).toEqual(refused('host'));
  expect(await decide({ ...readRequest('GET', bearer), host: undefined }, rules)).toEqual(refused('host'));
  const anyPort = { hosts: new Set<string>(), hostNames: new Set(['[::1]']) };
  expect(await ask({ ...bearer, host: '[::1]:9' }, anyPort)).toEqual(allowed('by token'));
  expect(await ask({ ...bearer, host: '[::1].evil.test:9' }, anyPort)).toEqual(refused('host'));
});

test('the origin counts before the token: own pages, those that are listed, and with * every website', async () => {
  const from = (origin: string, changed: Asked = {}) => ask({ ...bearer, origin }, changed);
  expect(await from('http://localhost:4700')).toEqual(allowed('by token'));
  for (const origin of ['http://127.0.0.1', 'http://localhost:4700.evil.test', 'null', '', 'localhost:4700'])
    expect(await from(origin)).toEqual(refused('origin'));
  expect(await from('https://app.example', { origins: ['https://app.example'] })).toEqual(allowed('by token'));
  expect(await from('https://any.example', { origins: ['*'] })).toEqual(allowed('by token'));
  expect(await from('null', { origins: ['*'] })).toEqual(refused('origin'));
});

test('the token comes by header or subprotocol, from fetch or from Node', async () => {
  expect(await ask(bearer)).toEqual(allowed('by token'));
  expect(await ask({ 'sec-websocket-protocol': `btcp.v1, bearer.${TOKEN}` })).toEqual(allowed('by token'));
  expect(readRequest('GET', new Headers({ 'sec-websocket-protocol': 'bearer.a%2Fb' })).token).toBe('a/b');
  expect(readRequest('GET', new Headers({ 'sec-websocket-protocol': 'bearer.%zz' })).token).toBe('%zz');
  for (const headers of [{}, { authorization: TOKEN }, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }])
    expect(await ask(headers as Record<string, string>)).toEqual(refused('caller'));
});

test('a public request needs no token, but the right host name and origin', async () => {
  expect(await ask({}, { isPublic: true })).toEqual(allowed());
  expect(await ask({ origin: 'https://evil.test' }, { isPublic: true })).toEqual(refused('origin'));
});

describe('the cookie', () => {
  test('lets a browser read, and change something from a page of this server', async () => {
    expect(await ask({ cookie })).toEqual(allowed('by cookie'));
    expect(await ask({ cookie, origin: 'http://127.0.0.1:4700' }, { method: 'POST' })).toEqual(allowed('by cookie'));
    expect(await ask({ cookie, 'sec-fetch-site': 'same-origin' }, { method: 'POST' })).toEqual(allowed('by cookie'));
  });

  test.each([
    ['a change', { method: 'POST' }, {}],
    ['a WebSocket', { method: 'GET' }, { upgrade: 'websocket' }],
  ])('is refused for %s from nowhere', async (_, asked, headers) => {
    expect(await ask({ cookie, ...(headers as object) }, asked)).toEqual(refused('forged'));
  });

  test('counts only for pages of this server, even where others may call', async () => {
    const origin = 'https://app.example';
    expect(await ask({ cookie, origin }, { origins: [origin] })).toEqual(refused('forged'));
  });

  test('adds nothing to a token that was sent', async () => {
    expect(await ask({ cookie, authorization: 'Bearer expired' })).toEqual(refused('caller'));
  });

  test('does not contain the token, and another one is refused', async () => {
    expect(cookieOf(TOKEN)).not.toContain(TOKEN);
    expect(await ask({ cookie: cookieOf('other') })).toEqual(refused('caller'));
  });
});

describe('the body', () => {
  const post = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
    new Request('http://127.0.0.1/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  const stream = (...chunks: string[]) => new Blob(chunks).stream();

  test('is read up to the limit, however it comes', async () => {
    expect(await readBody(post(stream('häl', 'lo')), 6)).toBe('hällo');
    expect(await readBody(post('hällo', { 'content-length': '6' }), 6)).toBe('hällo');
    expect(await readBody(new Request('http://127.0.0.1/'))).toBe('');
  });

  test('is not read beyond it', async () => {
    expect(await readBody(post(stream('häl', 'lo')), 5)).toBeUndefined();
    expect(await readBody(post('hällo', { 'content-length': '6' }), 5)).toBeUndefined();
    expect(await readBody(post('x'.repeat(MAX_BODY_BYTES + 1)))).toBeUndefined();
    // A length beside chunks is not the length of the body.
    const lying = { 'content-length': '1', 'transfer-encoding': 'chunked' };
    expect(await readBody(post(stream('hello'), lying), 4)).toBeUndefined();
  });
});
