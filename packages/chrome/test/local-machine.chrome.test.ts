import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ChromeEngine, type NetworkOptions } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const tools = createToolSet(catalogue);
const open: Conversations[] = [];
let pages: PageServer;
// Another server of this machine, that notes who asks.
let local: PageServer;
let upstream: Server;
let upstreamUrl: string;
const hits: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  pages = await servePages({
    '/': '<title>Public</title>',
    '/redirect': (_, response) => response.writeHead(302, { location: `${local.origin}/redirect` }).end(),
  });
  const note = (path: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    hits.push(path);
    response.setHeader('access-control-allow-origin', '*').end('<title>Local</title>Local');
  };
  local = await servePages(Object.fromEntries(WAYS.map((way) => [`/${way}`, note(way)])));
  // Leads to our pages whatever it is asked for, as the public network would.
  upstream = createServer().on('connect', ({ url }, near: Socket) => {
    asked.push(String(url));
    const far = connect(Number(new URL(pages.origin).port), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy());
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
beforeEach(() => {
  hits.length = 0;
  asked.length = 0;
  vi.stubEnv('HTTPS_PROXY', upstreamUrl);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((conversations) => conversations.closeAll()));
});
afterAll(async () => {
  await pages.close();
  await local.close();
  upstream.close();
});

const WAYS = ['fetch', 'image', 'frame', 'redirect', 'popup', 'form', 'page', 'api', 'websocket', 'beacon'];
const PUBLIC = 'http://shop.test/';
const publicNames = async (host: string) => [host === 'home.test' ? '127.0.0.1' : '203.0.114.1'];

function browser(network: NetworkOptions = {}, isolation: 'process' | 'context' = 'process') {
  const conversations = new Conversations(
    new ChromeEngine({ network: { resolve: publicNames, ...network }, isolation }),
  );
  open.push(conversations);
  return (name: string, input: unknown = {}, id = 'a') => {
    const { signal } = new AbortController();
    return callTool({ tools, name, input, conversation: conversations.get(id), signal });
  };
}

const port = () => new URL(local.origin).port;
const reach = (url: string) => `fetch('${url}', { mode: 'no-cors' }).then(() => 'reached', () => 'refused')`;
const result = (value: string) => ({ data: expect.objectContaining({ value: JSON.stringify(value) }) });

describe('a page of the public network does not reach this machine (T5)', () => {
  test.each(['process', 'context'] as const)('by any way, with isolation %s', async (isolation) => {
    const call = browser({}, isolation);
    await call('browser_navigate', { url: PUBLIC });
    for (const host of ['127.0.0.1', 'localhost', 'a.localhost', '[::1]', '[::ffff:127.0.0.1]', 'home.test']) {
      const script = reach(`http://${host}:${port()}/fetch`);
      expect(await call('browser_evaluate', { script }), host).toMatchObject(result('refused'));
    }
    const ways = `(async () => {
      const url = (name) => '${local.origin}/' + name;
      const add = (tag, fields) => document.body.append(Object.assign(document.createElement(tag), fields));
      add('img', { src: url('image') });
      add('iframe', { src: url('frame') });
      add('form', { action: url('form'), target: 'other' });
      navigator.sendBeacon(url('beacon'), 'x');
      await fetch('/redirect', { mode: 'no-cors' }).catch(() => {});
      return new Promise((resolve) => {
        const socket = new WebSocket(url('websocket').replace('http', 'ws'));
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('refused');
      });
    })()`;
    expect(await call('browser_evaluate', { script: ways })).toMatchObject(result('refused'));
    await call('browser_evaluate', { script: `document.forms[0].submit(); window.open('${local.origin}/popup'); 0` });
    await call('browser_evaluate', { script: `location.href = '${local.origin}/page'; 0` });
    await vi.waitFor(async () => expect((await call('browser_tabs', {})).text).toContain(local.origin));
    // A page that failed to open is no visit.
    await call('browser_navigate', { url: PUBLIC });
    expect(await call('browser_evaluate', { script: reach(`${local.origin}/fetch`) })).toMatchObject(result('refused'));
    await expect(call('browser_navigate', { url: `${PUBLIC}redirect` })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('it is this machine, which pages from elsewhere do not reach'),
      hint: expect.stringContaining('Open its address with browser_navigate.'),
    });
    expect(hits).toEqual([]);
  });

  test('while another session visits it', async () => {
    const call = browser({}, 'context');
    await call('browser_navigate', { url: PUBLIC }, 'a');
    await call('browser_navigate', { url: `${local.origin}/page` }, 'b');
    expect(await call('browser_evaluate', { script: reach(`${local.origin}/fetch`) }, 'a')).toMatchObject(
      result('refused'),
    );
    expect(hits).toEqual(['page']);
  });
});

describe('an address of this machine that is opened by name', () => {
  test.each(['127.0.0.1', 'localhost', 'home.test'])(
    '%s is open for that visit, with its other ports',
    async (host) => {
      const call = browser();
      const own = new URL(pages.origin);
      await call('browser_navigate', { url: `http://${host}:${own.port}/` });
      expect(await call('browser_evaluate', { script: reach('/') })).toMatchObject(result('reached'));
      expect(await call('browser_evaluate', { script: reach(`${local.origin}/api`) })).toMatchObject(result('reached'));
      await call('browser_reload');
      await call('browser_navigate', { url: PUBLIC });
      expect(await call('browser_evaluate', { script: reach(`${local.origin}/fetch`) })).toMatchObject(
        result('refused'),
      );
      expect((await call('browser_back')).page).toMatchObject({ url: `http://${host}:${own.port}/` });
      expect(hits).toEqual(['api']);
    },
  );
});

describe('the lists', () => {
  test('--private-network localhost opens this machine to all pages', async () => {
    const call = browser({ private: ['localhost'] });
    await call('browser_navigate', { url: PUBLIC });
    expect(await call('browser_evaluate', { script: reach(`${local.origin}/fetch`) })).toMatchObject(result('reached'));
  });

  test('--deny-host localhost closes its addresses too', async () => {
    const call = browser({ deny: ['localhost'] });
    for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
      await expect(call('browser_navigate', { url: `http://${host}:${port()}/page` }), host).rejects.toMatchObject({
        code: 'denied',
      });
    }
    expect(hits).toEqual([]);
  });

  test('the ports of our own server are closed, also by name and to pages of this machine', async () => {
    const call = browser({ closedPorts: () => [Number(port())] });
    await expect(call('browser_navigate', { url: `${local.origin}/page` })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('it is the server of this browser'),
    });
    await call('browser_navigate', { url: pages.origin });
    expect(await call('browser_evaluate', { script: reach(`${local.origin}/fetch`) })).toMatchObject(result('refused'));
    expect(hits).toEqual([]);
  });
});

describe('behind another proxy', () => {
  const unknown = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

  test.each(['metadata.google.internal', 'metadata', 'printer.local', 'nas.lan', 'intranet.corp'])(
    '%s is refused, since only private networks know it',
    async (host) => {
      const call = browser({ resolve: unknown });
      await expect(call('browser_navigate', { url: `http://${host}/` })).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining('it is a name of private networks'),
      });
      expect(asked).toEqual([]);
    },
  );

  test('names of the public network that only the proxy knows are reached, and private ones that are listed', async () => {
    const call = browser({ resolve: unknown, private: ['nas.lan'] });
    for (const url of [PUBLIC, 'http://nas.lan/']) {
      expect((await call('browser_navigate', { url })).page).toMatchObject({ title: 'Public' });
    }
  });
});

test.each([
  '168.63.129.16',
  '[64:ff9b:1::a9fe:a9fe]',
  '[64:ff9b:1:ffff::1]',
  '[::ffff:0:169.254.169.254]',
  '[::ffff:0:a00:1]',
])('the private address %s is refused', async (host) => {
  await expect(browser()('browser_navigate', { url: `http://${host}/` })).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/is in [\d.:a-f/]+ \(/),
  });
});
