import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { ChromeEngine, type ClientCertificate } from '@btcp/chrome';
import { afterAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { freshBrowser } from './fresh-browser.ts';

// Made for this test, by an authority that nobody trusts; the passphrase has the signs that separate fields and entries.
const PASSPHRASE = 'open, sesame;';
const file = (name: string) => join(import.meta.dirname, 'certificates', name);
const ca = readFileSync(file('ca.pem'));
const tls = { ca, cert: readFileSync(file('server.pem')), key: readFileSync(file('server.key')), requestCert: true };

const nameOf = (socket: unknown) => (socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? 'nobody';

function serve(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const { authority, host } = { authority: request.headers[':authority'], host: request.headers.host };
  response.setHeader('content-type', 'text/html');
  if (request.url === '/leave') response.writeHead(302, { location: elsewhere('/') }).end();
  else if (request.url === '/large') response.end('<title>Large</title>'.padEnd(3_000_000, ' ').concat('<p>End</p>'));
  else
    response.end(
      `<title>${nameOf(request.stream?.session?.socket ?? request.socket)}</title>
      <p>HTTP ${request.httpVersion} ${authority ?? host}</p><img src="${elsewhere('/picture')}">`,
    );
}

// Servers that asked for a certificate, or did not, and end the connection in their own way.
const below = new Map<number | undefined, Socket>();
const RESET = ({ remotePort }: TLSSocket) => below.get(remotePort)?.resetAndDestroy();
const CLOSE = (socket: TLSSocket) => socket.end();
const afterRequest = (end: (socket: TLSSocket) => void) => (socket: TLSSocket) =>
  socket.once('data', () => end(socket));
// Empty settings, and GOAWAY for want of security (12).
const GO_AWAY = (socket: TLSSocket) =>
  socket.end(Buffer.from('000000040000000000' + '000008070000000000' + '000000000000000c', 'hex'));
const endings: [string, (socket: TLSSocket) => void, TlsOptions][] = [
  ['a reset at once', RESET, {}],
  ['a close at once', CLOSE, {}],
  ['a reset after the request', afterRequest(RESET), {}],
  ['a close after the request', afterRequest(CLOSE), {}],
  ['a close with TLS 1.2', CLOSE, { maxVersion: 'TLSv1.2' }],
  ['GOAWAY at once', GO_AWAY, { ALPNProtocols: ['h2'] }],
  ['GOAWAY after the request', afterRequest(GO_AWAY), { ALPNProtocols: ['h2'] }],
  ['a close of HTTP/2 after the request', afterRequest(CLOSE), { ALPNProtocols: ['h2'] }],
];

// Demands a certificate of its authority, and speaks HTTP/2 and HTTP/1.1.
const demanding = createSecureServer({ ...tls, allowHTTP1: true }, serve);
const older = createServer(tls, (request, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end(`<title>${nameOf(request.socket)} ${request.httpVersion}</title>`),
);
const seenElsewhere: string[] = [];
// Asks for a certificate and does without.
const other = createServer({ ...tls, rejectUnauthorized: false }, (request, response) => {
  seenElsewhere.push(`${request.url} ${nameOf(request.socket)}`);
  response.setHeader('content-type', 'text/html').end('<title>Elsewhere</title>');
});
new WebSocketServer({ server: demanding as unknown as Server & typeof other }).on(
  'connection',
  (socket, { socket: from }) => {
    const who = nameOf(from);
    socket.on('message', (data) => socket.send(`${who} said ${data}`));
  },
);
const servers = [demanding, older, other] as unknown as Server[];
for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
const port = (server: unknown) => ((server as Server).address() as AddressInfo).port;
const origin = `https://secure.test:${port(demanding)}`;
const olderOrigin = `https://secure.test:${port(older)}`;
const elsewhere = (path: string) => `https://other.test:${port(other)}${path}`;

// One port for the servers that end connections, which take its connections one after the other.
let ending: Server | undefined;
const entrance = createTcpServer((socket) => ending?.emit('connection', socket));
await once(entrance.listen(0, '127.0.0.1'), 'listening');
const endingOrigin = `https://secure.test:${port(entrance)}`;

const network = { resolve: async () => ['127.0.0.1'], private: 'all' as const };
const ada = { cert: file('client.pem'), key: file('client.key'), passphrase: PASSPHRASE, ca: file('ca.pem') };
const given = (...clientCertificates: ClientCertificate[]) => ({ network: { ...network, clientCertificates } });

const browser = freshBrowser(
  given(
    { origin, ...ada },
    { origin: endingOrigin, ...ada },
    { origin: olderOrigin, pfx: file('client.p12'), passphrase: PASSPHRASE, ca: file('ca.pem') },
  ),
);
const stranger = freshBrowser(
  given(
    { origin, cert: file('stranger.pem'), key: file('stranger.key'), ca: file('ca.pem') },
    // Without `ca`: the server cannot be trusted.
    { origin: olderOrigin, pfx: file('client.p12'), passphrase: PASSPHRASE },
  ),
);

afterAll(() => {
  for (const server of [...servers, entrance]) server.close();
});

test('a client certificate is sent to its origin, over HTTP/2, HTTP/1.1 and WebSocket', async () => {
  const { page } = await browser.call('browser_navigate', { url: `${origin}/` });
  expect(page).toMatchObject({ title: 'Ada', status: 200 });
  expect(page).not.toHaveProperty('network');
  const { text } = await browser.call('browser_get_text');
  expect(text).toContain(`HTTP 2.0 secure.test:${port(demanding)}`);
  const { text: said } = await browser.call('browser_evaluate', {
    script: `new Promise((done, fail) => {
      const socket = new WebSocket('${origin.replace('https', 'wss')}');
      socket.onopen = () => socket.send('hello');
      socket.onmessage = ({ data }) => done(data);
      socket.onerror = () => fail(new Error('no socket'));
    })`,
  });
  expect(said).toContain('Ada said hello');
  await browser.call('browser_navigate', { url: `${origin}/large` });
  expect((await browser.call('browser_get_text')).text).toContain('End');
  const old = await browser.call('browser_navigate', { url: `${olderOrigin}/` });
  expect(old.page).toMatchObject({ title: 'Ada 1.1' });
});

test('a client certificate is sent to no other origin: not for a picture, not after a redirect', async () => {
  await browser.call('browser_navigate', { url: `${origin}/` });
  // The certificate of the other server is of an unknown authority, and nothing makes Chrome trust it.
  await expect(browser.call('browser_navigate', { url: `${origin}/leave` })).rejects.toMatchObject({
    message: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
  });
  expect(seenElsewhere).toEqual([]);
});

test('with TLS errors ignored, other origins are reached and see no certificate', async () => {
  const engine = new ChromeEngine({ ...given({ origin, ...ada, ca: undefined }), ignoreTlsErrors: true });
  const session = await engine.open('a');
  const { signal } = new AbortController();
  const { page } = await session.navigate(`${origin}/leave`, { waitUntil: 'load', timeout: 20_000, signal });
  expect(page).toMatchObject({ url: elsewhere('/'), title: 'Elsewhere' });
  expect(seenElsewhere).toContain('/ nobody');
  expect(seenElsewhere.filter((seen) => seen.includes('Ada'))).toEqual([]);
  await engine.close();
});

test('a server that rejects the certificate, and one that cannot be trusted, are reported as such', async () => {
  await expect(stranger.call('browser_navigate', { url: `${origin}/` })).rejects.toMatchObject({
    code: 'navigation_failed',
    message: expect.stringContaining('as servers do that reject the client certificate'),
    hint: expect.stringContaining('--client-certificate'),
  });
  await expect(stranger.call('browser_navigate', { url: `${olderOrigin}/` })).rejects.toMatchObject({
    code: 'navigation_failed',
    message: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
    hint: expect.stringContaining('ca=PATH'),
  });
});

async function visitEnding(end: (socket: TLSSocket) => void, options: TlsOptions): Promise<unknown> {
  const server = createTlsServer({ ...tls, rejectUnauthorized: false, ...options }, (socket) => {
    socket.on('error', () => {});
    end(socket);
  });
  server.on('connection', (socket) => below.set(socket.remotePort, socket));
  ending = server;
  return browser.call('browser_navigate', { url: endingOrigin }).catch((thrown: unknown) => thrown);
}

test.each(endings)('a rejection by %s is reported as such', async (_, end, options) => {
  expect(await visitEnding(end, options)).toMatchObject({
    code: 'navigation_failed',
    message: expect.stringContaining('as servers do that reject the client certificate'),
    hint: expect.stringContaining('--client-certificate'),
  });
});

test.each(endings)('%s by a server that asked for no certificate is no rejection', async (_, end, options) => {
  const thrown = await visitEnding(end, { ...options, requestCert: false });
  expect(thrown).toMatchObject({ code: 'navigation_failed', message: expect.not.stringContaining('certificate') });
});

test.each<[string, ClientCertificate, string]>([
  ['a wrong passphrase', { origin, ...ada, passphrase: 'guess' }, 'the passphrase is wrong'],
  ['no passphrase', { origin, ...ada, passphrase: undefined }, 'its private key is encrypted'],
  [
    'a wrong passphrase of a bundle',
    { origin, pfx: file('client.p12'), passphrase: 'guess' },
    'the passphrase is wrong',
  ],
  ['a file that is not there', { origin, ...ada, cert: file('gone.pem') }, 'there is no such file'],
  ['a key of another', { origin, ...ada, key: file('stranger.key') }, 'the key belongs to another certificate'],
  ['a file that is no certificate', { origin, ...ada, cert: import.meta.filename }, 'not in a form that OpenSSL reads'],
  ['a certificate without a key', { origin, cert: ada.cert }, 'is incomplete'],
  ['an address with a path', { ...ada, origin: `${origin}/path` }, 'is not an https origin'],
  ['an http origin', { ...ada, origin: 'http://secure.test' }, 'is not an https origin'],
])('%s is refused at the start', (_, certificate, message) => {
  const start = () => new ChromeEngine(given(certificate));
  expect(start).toThrow(message);
  expect(start).not.toThrow(/sesame|guess/);
});

test('two certificates for one origin, and certificates for a running browser, are refused', () => {
  expect(() => new ChromeEngine(given({ origin, ...ada }, { origin: `${origin}/`, ...ada }))).toThrow('Two client');
  expect(() => new ChromeEngine({ connect: '9222', ...given({ origin, ...ada }) })).toThrow('client certificates');
});
