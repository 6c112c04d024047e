import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { ChromeEngine } from '@btcp/chrome';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

// Made for this test: nobody trusts it.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgL9Maa9ftLW/DR3dK
o7JAOVxLKQuYTcud7cng3NfE5SGhRANCAARp4d5uAjgBNZJEaDJ5dmTuF+COFb70
/cwFXLPtMIifvKW4V7H7KQzGoPM5Ojo1HZIOuSlTi4kIe1Wa+nBJwFsg
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUc9gkm3QA8KOpxoiMuOv+ruq+tOcwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLc2VjdXJlLnRlc3QwIBcNMjYxMTE2MDMzODI0WhgPMjEyNjEw
MjMwMzM4MjRaMBYxFDASBgNVBAMMC3NlY3VyZS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEaeHebgI4ATWSRGgyeXZk7hfgjhW+9P3MBVyz7TCIn7yluFex
+ykMxqDzOTo6NR2SDrkpU4uJCHtVmvpwScBbIKNrMGkwHQYDVR0OBBYEFN3ovFgx
IIizccaHEgMg9YNdZKyuMB8GA1UdIwQYMBaAFN3ovFgxIIizccaHEgMg9YNdZKyu
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILc2VjdXJlLnRlc3QwCgYIKoZI
zj0EAwIDSAAwRQIhAK7wQ0beoMgCx0+qTygus2lAwDFJv+ttVVkxyeCH5qx2AiBA
Vs3mFMtB3GghBd8akZflUSjdU3nkM85yQfm9eXX2GA==
-----END CERTIFICATE-----`;

const LOGIN = `Basic ${Buffer.from('ada:pass word').toString('base64')}`;
const asked: string[] = [];
const secure = createHttps({ key: KEY, cert: CERTIFICATE }, (_, response) => {
  response.setHeader('content-type', 'text/html').end('<title>Secure</title>');
});
const proxy = createHttp().on('connect', ({ url, headers }, near) => {
  asked.push(`${url} ${headers['proxy-authorization'] === LOGIN}`);
  const far = connect(portOf(secure), '127.0.0.1', () => {
    near.write('HTTP/1.1 200 OK\r\n\r\n');
    near.pipe(far).pipe(near);
  });
  far.on('error', () => near.destroy());
  near.on('error', () => far.destroy());
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const listening = Promise.all(
  [secure, proxy].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
);
await listening;
const through = `http://ada:pass%20word@127.0.0.1:${portOf(proxy)}`;
const trusting = freshBrowser({ network: { proxy: through }, ignoreTlsErrors: true });
const careful = freshBrowser({ network: { proxy: through } });

beforeAll(() => listening);
afterAll(() => {
  for (const server of [secure, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});

test('pages go through the proxy with its login, and --ignore-tls-errors says so on the page line', async () => {
  const { text, page } = await trusting.call('browser_navigate', { url: 'https://secure.test/' });
  expect(page).toMatchObject({ title: 'Secure', network: ['TLS errors are ignored'] });
  expect(text).toContain('network: TLS errors are ignored');
  expect(asked).toContain('secure.test:443 true');
});

test('a certificate that nobody trusts is refused otherwise', async () => {
  await expect(careful.call('browser_navigate', { url: 'https://secure.test/' })).rejects.toMatchObject({
    code: 'navigation_failed',
    message: expect.stringContaining('ERR_CERT'),
  });
});

test('a proxy that is no address is refused instead of being left out', async () => {
  const engine = new ChromeEngine({ network: { proxy: 'socks5://127.0.0.1:1' } });
  await expect(engine.open('a')).rejects.toMatchObject({ code: 'invalid_input' });
  await engine.close();
});
