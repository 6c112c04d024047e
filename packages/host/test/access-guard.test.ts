import { accessGuard, errorResponse } from '@btcp/host';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';

const HOSTS = new Set(['127.0.0.1:4700', 'localhost:4700', '[::1]:4700']);

function server(token: string | null) {
  const app = new Hono();
  app.onError(errorResponse);
  app.use(accessGuard({ token, hosts: HOSTS }));
  app.get('/tools', (context) => context.text('tools'));
  app.all('/mcp', (context) => context.text('mcp'));
  app.post('/sessions/:id/tools/:name', (context) => context.text('called'));
  return app;
}

const ROUTES = [
  ['GET', '/tools'],
  ['GET', '/mcp'],
  ['POST', '/mcp'],
  ['POST', '/sessions/a/tools/browser_navigate'],
] as const;

const request = (app: Hono, method: string, path: string, headers: Record<string, string>) =>
  app.request(path, { method, headers: { host: '127.0.0.1:4700', ...headers } });

describe.each(ROUTES)('%s %s', (method, path) => {
  test.each(['127.0.0.1:4700', 'localhost:4700', '[::1]:4700'])('is served as %s', async (host) => {
    expect((await request(server(null), method, path, { host })).status).toBe(200);
  });

  test.each([
    'evil.test',
    'evil.test:4700',
    '127.0.0.1.evil.test:4700',
    '127.0.0.1',
    '127.0.0.1:4701',
    'localhost',
    '',
  ])('is refused as "%s", which a rebound name would send', async (host) => {
    expect((await request(server(null), method, path, { host })).status).toBe(403);
  });

  test.each([
    'http://evil.test',
    'https://127.0.0.1.evil.test:4700',
    'http://127.0.0.1:4701',
    'http://127.0.0.1',
    'http://localhost:3000',
    'null',
    'file://',
    'chrome-extension://abcdef',
    '',
  ])('is refused to a page of "%s"', async (origin) => {
    const response = await request(server(null), method, path, { origin });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'denied' } });
  });

  test('is served to its own page', async () => {
    expect((await request(server(null), method, path, { origin: 'http://localhost:4700' })).status).toBe(200);
  });
});

describe('the token', () => {
  const call = (headers: Record<string, string>) =>
    request(server('s3cret'), 'POST', '/sessions/a/tools/browser_navigate', headers);

  test('lets its bearer in', async () => {
    expect((await call({ authorization: 'Bearer s3cret' })).status).toBe(200);
  });

  test.each([{}, { authorization: 'Bearer wrong' }, { authorization: 's3cret' }, { authorization: 'Bearer ' }])(
    'refuses %o with the next step',
    async (headers) => {
      const response = await call(headers);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: { code: 'unauthorized', hint: expect.stringContaining('Bearer') },
      });
    },
  );

  test('is not needed to read the list of tools', async () => {
    expect((await request(server('s3cret'), 'GET', '/tools', {})).status).toBe(200);
  });
});
