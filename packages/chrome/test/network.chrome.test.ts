import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type PageServer, servePages } from '@btcp/test-support';
import { callableTools, callTool } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'btcp-network-'));
const { call, current } = freshBrowser(
  { outputDirectory: folder },
  { secrets: { api: { value: 'sesame-4711', origin: 'http://shop.test' } } },
);
let pages: PageServer;
const BOMB = gzipSync(Buffer.alloc(100_000_000));

const json = (value: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Shop</title><h1>Real page</h1><button id="go" onclick="fetch(\'/data\').then((r) => r.text()).then((t) => (out.textContent = t), (e) => (out.textContent = e))">Go</button><output id="out"></output>',
    '/data': json({ from: 'server' }),
    '/other': json({ from: 'other' }),
    '/echo': (request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => json({ method: request.method, headers: request.headers, body })(request, response));
    },
    '/away': (_, response) =>
      response
        .writeHead(302, {
          location: `${pages.origin.replace('127.0.0.1', 'localhost')}/echo`,
          'access-control-allow-origin': '*',
        })
        .end(),
    '/login': (_, response) =>
      response
        .setHeader('set-cookie', 'sid=topsecretvalue; HttpOnly')
        .setHeader('content-type', 'text/html')
        .end('<title>In</title>'),
    '/bomb': (_, response) =>
      response.setHeader('content-encoding', 'gzip').setHeader('content-type', 'text/plain').end(BOMB),
    '/pixel.png': (_, response) => response.setHeader('content-type', 'image/png').end(Buffer.from([137, 80, 78, 71])),
  });
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

const open = (path = '/') => call('browser_navigate', { url: pages.origin + path });
const fetched = async (path: string, options = '') => {
  const script = `await fetch('${path}'${options}).then((response) => response.text(), (error) => 'error: ' + error.message)`;
  const { data } = await call('browser_evaluate', { script });
  return JSON.parse((data as { value: string }).value) as string;
};
const listed = async (input: object) =>
  ((await call('browser_network_requests', input)).data as { entries: { id: number; url: string }[] }).entries;

describe('browser_network_requests and browser_network_request', () => {
  test('list with filters, and show one with headers, timing and bodies', async () => {
    await open();
    await fetched(
      '/echo',
      `, { method: 'POST', body: 'hello=1', headers: { 'x-own': 'mine', authorization: 'Bearer abcdefghijklmnop' } }`,
    );
    await fetched('/nothing');
    expect(await listed({ status: '4xx' })).toMatchObject([{ url: `${pages.origin}/nothing` }]);
    expect(await listed({ types: ['document'], url: 'nowhere' })).toEqual([]);
    const [posted] = await listed({ method: 'post', types: ['fetch'] });
    const { text, data } = await call('browser_network_request', { id: posted?.id });
    expect(data).toMatchObject({
      method: 'POST',
      status: 200,
      requestHeaders: { 'x-own': 'mine' },
      responseHeaders: { 'content-type': 'application/json' },
      requestBody: 'hello=1',
      responseBody: expect.stringContaining('"body":"hello=1"'),
      timing: { wait: expect.any(Number) },
    });
    expect(text).not.toContain('abcdefghijklmnop');
    await expect(call('browser_network_request', { id: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('keep cookies to themselves, put what is no text into a file, and read no more than 10 MB of a body', async () => {
    await open('/login');
    await fetched('/data');
    await fetched('/pixel.png');
    const drain = `await fetch('/bomb').then(({ body }) => body.pipeTo(new WritableStream()))`;
    await call('browser_evaluate', { script: drain, timeout: '60s' });
    for (const { id } of await listed({})) {
      const { text } = await call('browser_network_request', { id });
      expect(text).not.toContain('topsecretvalue');
    }
    const [pixel] = await listed({ url: 'pixel.png' });
    const { files } = await call('browser_network_request', { id: pixel?.id });
    expect(readFileSync(files?.[0]?.path ?? '')).toEqual(Buffer.from([137, 80, 78, 71]));
    const [bomb] = await listed({ url: '/bomb' });
    expect((await call('browser_network_request', { id: bomb?.id })).text).toContain('The body has 100000000 bytes');
  });
});

describe('browser_route', () => {
  test('mocks, with a status, headers and a limit, and the page line says so', async () => {
    await open();
    const rule = {
      pattern: '**/data',
      action: 'mock',
      status: 201,
      headers: { 'x-mock': 'yes' },
      body: '{"from":"mock"}',
      times: 1,
    };
    const { text, page } = await call('browser_route', rule);
    expect(text).toContain('- mock **/data (status 201, times 1), used 0 times');
    expect(page).toMatchObject({ network: ['1 route'] });
    const script = `await fetch('/data').then(async (r) => [r.status, r.headers.get('x-mock'), r.headers.get('content-type'), await r.json()])`;
    expect((await call('browser_evaluate', { script })).text).toContain(
      '[201,"yes","application/json",{"from":"mock"}]',
    );
    expect(await fetched('/data')).toBe('{"from":"server"}');
  });

  test('blocks, fails, delays and rewrites', async () => {
    await open();
    await call('browser_route', { pattern: '/data', action: 'block' });
    expect(await fetched('/data')).toContain('error');
    await call('browser_unroute', { pattern: '/data' });
    await call('browser_route', { pattern: '/data', action: 'fail', reason: 'connectionrefused' });
    await fetched('/data');
    expect((await call('browser_network_requests', { status: 'failed' })).text).toContain('ERR_CONNECTION_REFUSED');
    await call('browser_unroute');
    await call('browser_route', { pattern: '**/data', action: 'rewrite', url: `${pages.origin}/other`, delay: '50ms' });
    expect(await fetched('/data')).toBe('{"from":"other"}');
    await call('browser_route', {
      pattern: '**/echo',
      action: 'rewrite',
      headers: { 'x-added': '1' },
      body: 'changed',
    });
    expect(await fetched('/echo', `, { method: 'POST', body: 'original' }`)).toMatch(/"x-added":"1".*"body":"changed"/);
    await call('browser_route', { pattern: '**/data', action: 'delay', delay: '30ms', method: 'get' });
    expect(await fetched('/data')).toBe('{"from":"server"}');
    expect((await call('browser_unroute', { list: true })).data).toMatchObject({
      routes: [{ action: 'delay', used: 1 }, {}, { used: 1 }],
    });
    await expect(call('browser_unroute', { pattern: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a pattern that matches everything can be left again, also in frames, workers and new tabs', async () => {
    await open();
    await call('browser_route', {
      pattern: '**',
      action: 'mock',
      body: '<title>Mocked</title><h1>Nothing is real</h1>',
      contentType: 'text/html',
    });
    await open('/login');
    expect((await call('browser_get_text')).text).toContain('Nothing is real');
    await call('browser_tabs', { action: 'new', url: pages.origin });
    expect((await call('browser_get_text')).text).toContain('Nothing is real');
    expect((await call('browser_unroute')).text).toContain('There are no routes.');
    await open();
    expect((await call('browser_get_text')).text).toContain('Real page');
    expect((await call('browser_snapshot')).page).not.toHaveProperty('network');
  });

  test('what browser_evaluate may not do, a mock may not do either', async () => {
    const tools = callableTools({ deny: ['browser_evaluate'] });
    const { signal } = new AbortController();
    const denied = (name: string, input: object) => callTool({ tools, name, input, conversation: current(), signal });
    await expect(
      denied('browser_route', { pattern: '**', action: 'mock', body: '<script>1</script>' }),
    ).rejects.toMatchObject({ code: 'denied' });
    await expect(denied('browser_har', { action: 'replay', path: 'a.har' })).rejects.toMatchObject({ code: 'denied' });
    await expect(denied('browser_route', { pattern: '**/ads', action: 'block' })).resolves.toBeDefined();
  });

  test.each([
    [{ pattern: 'a', action: 'delay' }, 'invalid_input'],
    [{ pattern: 'a', action: 'rewrite' }, 'invalid_input'],
    [{ pattern: 'a', action: 'rewrite', url: 'file:///etc/passwd' }, 'denied'],
    [{ pattern: 'a', action: 'mock', headers: { 'x-a': 'b\r\nset-cookie: c' } }, 'invalid_input'],
    [{ pattern: 'a', action: 'mock', headers: { 'not a header': 'b' } }, 'invalid_input'],
  ])('%j is refused', async (input, code) => {
    await expect(call('browser_route', input)).rejects.toMatchObject({ code });
  });

  test('a body of more than 10 MB is refused', async () => {
    const body = 'x'.repeat(10_000_001);
    await expect(call('browser_route', { pattern: 'a', action: 'mock', body })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});

describe('browser_set_headers', () => {
  test('sends headers and a login to one origin, and to no other, also after a redirect', async () => {
    await open();
    const { text } = await call('browser_set_headers', {
      origin: pages.origin,
      headers: { 'x-team': 'blue' },
      username: 'ada',
      password: 'pass',
    });
    expect(text).toContain('now carry x-team, authorization');
    expect(text).toContain(`headers for ${pages.origin}`);
    const own = await fetched('/echo');
    expect(own).toContain('"x-team":"blue"');
    expect(own).toContain(`Basic ${Buffer.from('ada:pass').toString('base64')}`);
    await call('browser_navigate', { url: `${pages.origin}/away` });
    const elsewhere = (await call('browser_get_text')).text;
    expect(elsewhere).toContain('"method":"GET"');
    expect(elsewhere).not.toContain('blue');
    expect(elsewhere).not.toContain('Basic ');
    await call('browser_set_headers', { origin: pages.origin });
    await open();
    expect(await fetched('/echo')).not.toContain('blue');
  });

  test('a secret goes to its own origin only', async () => {
    await expect(
      call('browser_set_headers', { origin: pages.origin, headers: { 'x-key': 'secret:api' } }),
    ).rejects.toMatchObject({ code: 'denied' });
    const { text } = await call('browser_set_headers', {
      origin: 'http://shop.test',
      headers: { 'x-key': 'secret:api' },
    });
    expect(text).not.toContain('sesame');
  });
});

test('browser_throttle slows the network down, takes it away and brings it back', async () => {
  await open();
  const { page } = await call('browser_throttle', { preset: 'fast-4g' });
  expect(page).toMatchObject({ network: ['Fast 4G'] });
  await fetched('/data');
  const { data } = await call('browser_recent_network_requests', { filter: '/data' });
  expect((data as { entries: { duration: number }[] }).entries[0]?.duration).toBeGreaterThan(100);
  expect((await call('browser_throttle', { preset: 'offline' })).page).toMatchObject({ offline: true });
  expect(await fetched('/data')).toContain('error');
  expect((await call('browser_throttle', { latency: 5, download: 800 })).page).toMatchObject({
    network: ['5 ms, 800 kbit/s down'],
  });
  expect((await call('browser_throttle')).page).not.toHaveProperty('network');
  expect(await fetched('/data')).toBe('{"from":"server"}');
});

describe('browser_har', () => {
  test('records requests without credentials, and answers from the file when the server is gone', async () => {
    await call('browser_har', { action: 'start' });
    await open('/login');
    await open();
    await fetched('/data');
    const { files, text } = await call('browser_har', { action: 'stop', path: 'shop.har' });
    expect(text).toMatch(/Recorded requests: \d+, in .*shop\.har/);
    const path = files?.[0]?.path ?? '';
    const har = readFileSync(path, 'utf8');
    expect(har).not.toContain('topsecretvalue');
    expect(JSON.parse(har).log.entries).toContainEqual(
      expect.objectContaining({
        request: expect.objectContaining({ url: `${pages.origin}/data`, method: 'GET' }),
        response: expect.objectContaining({
          status: 200,
          content: expect.objectContaining({ text: '{"from":"server"}' }),
        }),
      }),
    );
    writeFileSync(join(folder, 'changed.har'), har.replaceAll('{\\"from\\":\\"server\\"}', '{\\"from\\":\\"file\\"}'));
    const replay = await call('browser_har', { action: 'replay', path: join(folder, 'changed.har') });
    expect(replay.page).toMatchObject({ network: ['requests replayed'] });
    await open();
    expect(await fetched('/data')).toBe('{"from":"file"}');
    expect(await fetched('/other')).toContain('error');
    await call('browser_har', { action: 'replay', path: join(folder, 'changed.har'), notFound: 'continue' });
    expect(await fetched('/other')).toBe('{"from":"other"}');
    await call('browser_har', { action: 'end' });
    expect(await fetched('/data')).toBe('{"from":"server"}');
  });

  test('refuses what is no HAR file, files from elsewhere, and a stop without a start', async () => {
    writeFileSync(join(folder, 'odd.har'), '{"log":{}}');
    await expect(call('browser_har', { action: 'replay', path: join(folder, 'odd.har') })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(call('browser_har', { action: 'replay', path: '/etc/passwd' })).rejects.toMatchObject({
      code: 'denied',
    });
    await expect(call('browser_har', { action: 'replay' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(call('browser_har', { action: 'stop' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
