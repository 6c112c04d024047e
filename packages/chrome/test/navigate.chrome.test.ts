import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ChromeEngine } from '@btcp/chrome';
import { chromesOf, type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const tools = createToolSet(catalogue);
const conversations = new Conversations(new ChromeEngine());
let server: PageServer;

beforeAll(async () => {
  server = await servePages({
    '/': '<title>Home</title><h1>Welcome</h1><p>Hello</p><button>Go</button>',
    '/moved': (_, response) => response.writeHead(302, { location: '/' }).end(),
    '/sent-on': '<title>Waiting</title><script>location.replace("/")</script>',
    '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/broken': (_, response) => response.writeHead(500).end('<title>Sorry</title>'),
    '/silent': () => {},
    '/endless': '<title>Endless</title><h1>Here</h1><img src="/silent">',
    '/alert': '<title>Alerts</title><script>alert("stop")</script><h1>After</h1>',
    // Says in its title when anything in it was touched.
    '/watched': `<title>Watched</title><button>Go</button><p id="control">control</p><script>
      const globals = Object.getOwnPropertyNames(window).length;
      const touched = () => { document.title = 'Touched'; };
      new MutationObserver(touched).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      setInterval(() => { if (Object.getOwnPropertyNames(window).length !== globals) touched(); }, 1);
    </script>`,
    '/file': (_, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="report 2026.csv"' }).end('a,b\n1,2\n'),
    '/evil-name': (_, response) =>
      response.writeHead(200, { 'content-disposition': `attachment; filename="..%2F..%2Fevil.sh"` }).end('x'),
    '/endless-file': (_, response) => {
      response
        .setHeader('content-type', 'application/octet-stream')
        .setHeader('content-length', 1e8)
        .write('x'.repeat(1e5));
    },
    '/hang-up': (request) => request.socket.destroy(),
  });
});
afterAll(async () => {
  await conversations.closeAll();
  await server.close();
});

const call = (name: string, input: unknown, signal = new AbortController().signal) =>
  callTool({ tools, name, input, conversation: conversations.get('a'), signal });
const open = (path: string, more = {}) => call('browser_navigate', { url: new URL(path, server.origin).href, ...more });

describe('REQ-BT-001: browser_navigate', () => {
  test('opens a page and says where it is', async () => {
    expect(await open('/')).toMatchObject({
      data: { url: `${server.origin}/`, title: 'Home', status: 200 },
      page: { url: `${server.origin}/`, title: 'Home', status: 200, loading: false },
    });
  });

  test.each(['/moved', '/sent-on'])('%s is followed to where it leads', async (path) => {
    expect((await open(path)).data).toEqual({ url: `${server.origin}/`, title: 'Home', status: 200 });
  });

  test('a move within the document is no new page', async () => {
    await open('/');
    expect((await open('/#part')).page).toMatchObject({ url: `${server.origin}/#part`, status: 200 });
  });

  test.each([
    ['/nowhere', 404, 'Not Found'],
    ['/broken', 500, 'Internal Server Error'],
  ])('%s is an http_error with its status, and its page can be read', async (path, status, words) => {
    await expect(open(path)).rejects.toMatchObject({
      code: 'http_error',
      message: expect.stringContaining(`${server.origin}${path} answered ${status} ${words}.`),
      hint: expect.stringContaining('browser_snapshot'),
    });
    expect((await call('browser_snapshot', {})).page).toMatchObject({ status });
  });

  test.each([
    [
      'a refused connection',
      'http://127.0.0.1:1024',
      'net::ERR_CONNECTION_REFUSED: Failed to connect to 127.0.0.1:1024',
    ],
    ['a name without an address', 'http://no-such-host.invalid', 'net::ERR_NAME_NOT_RESOLVED: the name'],
    ['a port that Chrome refuses', 'http://127.0.0.1:9', 'net::ERR_UNSAFE_PORT'],
    ['a host that speaks no TLS', 'https://127.0.0.1', 'net::ERR_'],
  ])('%s is a navigation_failed that names the reason', async (_, url, message) => {
    await expect(call('browser_navigate', { url })).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  test.each([
    ['/circle', 'ERR_TOO_MANY_REDIRECTS'],
    ['/hang-up', 'ERR_EMPTY_RESPONSE'],
  ])('%s is a navigation_failed too', async (path, message) => {
    await expect(open(path)).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining(message),
    });
  });

  test('a server that never answers is a timeout, and the next page opens', async () => {
    await expect(open('/silent', { timeout: '300ms' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining(
        `Timeout after 0.3s waiting for page load of ${server.origin}/silent: the server has not answered.`,
      ),
    });
    expect((await open('/')).page).toMatchObject({ title: 'Home' });
  });

  test('a page that never finishes is a timeout, stays open, and can be had with waitUntil domcontentloaded', async () => {
    await expect(open('/endless', { timeout: '3s' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('the page arrived, but its load did not'),
      hint: expect.stringContaining('browser_snapshot reads it'),
    });
    expect((await call('browser_snapshot', {})).page).toMatchObject({ title: 'Endless' });
    expect((await open('/endless', { waitUntil: 'domcontentloaded' })).page).toMatchObject({
      title: 'Endless',
      loading: true,
    });
  });

  test('an address that gives a file is a download, reported with its path, name and size', async () => {
    await open('/');
    const { data, text, page } = await open('/file');
    const { download } = data as { download: { path: string } };
    expect(download).toEqual({
      url: `${server.origin}/file`,
      name: 'report 2026.csv',
      path: expect.any(String),
      size: 8,
    });
    expect(readFileSync(download.path, 'utf8')).toBe('a,b\n1,2\n');
    expect(text).toContain(`Downloaded report 2026.csv (8 bytes) to ${download.path}.`);
    expect(page).toMatchObject({ url: `${server.origin}/` });
  });

  test('a file cannot choose where it is put', async () => {
    const { data } = await open('/evil-name');
    const { download } = data as { download: { path: string } };
    expect(basename(download.path)).toMatch(/^\d+-[^/]*evil\.sh$/);
    expect(existsSync(download.path)).toBe(true);
  });

  test('a download that does not end is a timeout', async () => {
    await expect(open('/endless-file', { timeout: '3s' })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('the download has not finished'),
    });
  });

  test('a caller who gives up stops the visit', async () => {
    const controller = new AbortController();
    const visit = call('browser_navigate', { url: `${server.origin}/silent` }, controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(visit).rejects.toMatchObject({ code: 'cancelled' });
    expect((await open('/')).page).toMatchObject({ title: 'Home', loading: false });
  });
});

describe('browser_snapshot', () => {
  test('reads the page as text with refs that can be used', async () => {
    await open('/');
    const { data } = await call('browser_snapshot', {});
    expect(data).toMatchObject({ url: `${server.origin}/`, title: 'Home', truncated: false });
    expect(data).toMatchObject({ tree: expect.stringMatching(/- button "Go" @e\d+/) });
    const [ref = ''] = Object.keys((data as { refs: object }).refs);
    expect((await call('browser_snapshot', { selector: ref })).text).toContain('button "Go"');
  });

  test('a ref of a page that was left is not found on the next one', async () => {
    await open('/');
    const { data } = await call('browser_snapshot', {});
    const [ref = ''] = Object.keys((data as { refs: object }).refs);
    await open('/endless', { waitUntil: 'domcontentloaded' });
    await expect(call('browser_snapshot', { selector: ref })).rejects.toMatchObject({
      hint: expect.stringContaining('snapshot'),
    });
  });

  test.each([
    ['#nothing', 'not_found'],
    ['<<', 'invalid_selector'],
    ['@e999', 'not_found'],
  ])('selector %s gives %s', async (selector, code) => {
    await open('/');
    await expect(call('browser_snapshot', { selector })).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  test('leaves nothing in the page', async () => {
    await open('/watched');
    await call('browser_snapshot', {});
    await call('browser_snapshot', { selector: 'button' });
    expect((await call('browser_snapshot', {})).data).toMatchObject({ title: 'Watched' });
    expect((await call('browser_snapshot', { selector: '#control' })).data).toMatchObject({ title: 'Watched' });
  });
});

describe('a browser that dies', () => {
  test('is a browser_lost for the call in flight, and the next call gets a new one', async () => {
    await open('/');
    const visit = open('/silent');
    setTimeout(() => {
      for (const pid of chromesOf(process.pid)) process.kill(pid, 'SIGKILL');
    }, 100);
    await expect(visit).rejects.toMatchObject({ code: 'browser_lost', hint: expect.stringContaining('Call again') });
    expect((await open('/')).page).toMatchObject({ title: 'Home' });
  });
});
