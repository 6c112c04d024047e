import { type AccessRules, decide, MAX_BODY_BYTES, readBody, readRequest } from '@btcp/access';
import { describe, expect, test } from 'vitest';

const TOKEN = 's3cret';
const rules: AccessRules<string> = {
  hosts: new Set(['127.0.0.1:4700', 'localhost:4700']),
  callerByToken: async (token) => (token === TOKEN ? 'by token' : undefined),
};
const bearer = { authorization: `Bearer ${TOKEN}` };

function ask(headers: Record<string, string>, { isPublic = false, ...changed }: Asked = {}) {
  const request = readRequest({ host: '127.0.0.1:4700', ...headers });
  return decide({ ...request, isPublic }, { ...rules, ...changed });
}
type Asked = Partial<AccessRules<string>> & { isPublic?: boolean };

const refused = (reason: string) => ({ isAllowed: false, reason });
const allowed = (caller?: string) => ({ isAllowed: true, caller });

test('the host name counts before the token, with its port unless any port is served', async () => {
  expect(await ask({ ...bearer, host: 'evil.test:4700' })).toEqual(refused('host'));
  expect(await ask({ ...bearer, host: '127.0.0.1' })).toEqual(refused('host'));
  expect(await decide({ ...readRequest(bearer), host: undefined }, rules)).toEqual(refused('host'));
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
  expect(readRequest(new Headers({ 'sec-websocket-protocol': 'bearer.a%2Fb' })).token).toBe('a/b');
  expect(readRequest(new Headers({ 'sec-websocket-protocol': 'bearer.%zz' })).token).toBe('%zz');
  for (const headers of [{}, { authorization: TOKEN }, { authorization: 'Bearer wrong' }, { authorization: 'Bearer ' }])
    expect(await ask(headers as Record<string, string>)).toEqual(refused('caller'));
});

test('a public request needs no token, but the right host name and origin', async () => {
  expect(await ask({}, { isPublic: true })).toEqual(allowed());
  expect(await ask({ origin: 'https://evil.test' }, { isPublic: true })).toEqual(refused('origin'));
});

describe('a request without an origin', () => {
  const noToken = { callerByToken: () => 'everybody' };

  test.each(['cross-site', 'same-site'])(
    'from a tag of a %s page is refused, also where no token is needed',
    async (site) => {
      expect(await ask({ 'sec-fetch-site': site }, noToken)).toEqual(refused('origin'));
      expect(await ask({ 'sec-fetch-site': site }, { ...noToken, isPublic: true })).toEqual(allowed());
    },
  );

  test.each(['same-origin', 'none'])('from %s is served', async (site) => {
    expect(await ask({ 'sec-fetch-site': site }, noToken)).toEqual(allowed('everybody'));
  });

  test('gains nothing by a cookie', async () => {
    expect(await ask({ cookie: `btcp=${TOKEN}`, 'sec-fetch-site': 'same-origin' })).toEqual(refused('caller'));
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
    // A length next to chunks is not the length of the body.
    const lying = { 'content-length': '1', 'transfer-encoding': 'chunked' };
    expect(await readBody(post(stream('hello'), lying), 4)).toBeUndefined();
  });
});
