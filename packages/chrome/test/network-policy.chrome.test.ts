import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { ChromeEngine, type NetworkOptions } from '@btcp/chrome';
import { chromeTreeOf, type PageServer, servePages } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const tools = createToolSet(catalogue);
const open: Conversations[] = [];
let pages: PageServer;
let canary: Canary;

beforeAll(async () => {
  canary = await startCanary();
  pages = await servePages({
    '/': '<title>Home</title>',
    '/form':
      '<title>Form</title><form><label>Name <input name="name"></label><label>Email <input name="email"></label><label>Street <input name="street"></label></form>',
    '/away': (_, response) => response.writeHead(302, { location: `http://${canary.host}/redirect` }).end(),
    '/link': `<title>Link</title><a href="http://169.254.169.254/">Out</a>`,
    '/worker.js': (_, response) =>
      response
        .setHeader('content-type', 'text/javascript')
        .end(`fetch('http://${canary.host}/service-worker', { mode: 'no-cors' }).catch(() => {});`),
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((conversations) => conversations.closeAll()));
});
afterAll(async () => {
  await pages.close();
  canary.server.close();
});

// A browser under a policy; says how to call its tools.
function browser(network?: NetworkOptions, isolation?: 'process' | 'context') {
  const conversations = new Conversations(new ChromeEngine({ network, isolation }));
  open.push(conversations);
  return (name: string, input: unknown = {}) => {
    const { signal } = new AbortController();
    return callTool({ tools, name, input, conversation: conversations.get('a'), signal });
  };
}

// A proxy that leads to our pages whatever it is asked for, so that no test needs any other machine.
async function startUpstream() {
  const asked: string[] = [];
  const server = createServer().on('connect', ({ url, headers }, near: Socket) => {
    asked.push(`${url} ${headers['proxy-authorization']}`);
    const far = connect(Number(new URL(pages.origin).port), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
      near.pipe(far).pipe(near);
    });
    near.on('error', () => far.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return { asked, url: `http://me:s%40cret@127.0.0.1:${(server.address() as AddressInfo).port}` };
}

interface Canary {
  server: Server;
  /** Another address of this machine, so that it differs from the one that the pages come from. */
  host: string;
  hits: string[];
}

// Notes the first line of whatever reaches it.
async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      hits.push(/\/([\w-]*)\?? HTTP/.exec(data.toString('latin1'))?.[1] ?? 'something else');
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  return { server, host: `127.0.0.2:${(server.address() as AddressInfo).port}`, hits };
}

// Every way out that a page has, each by its name.
const WAYS_OUT = (host: string) => `(async () => {
  const url = (name) => 'http://${host}/' + name;
  const add = (tag, fields) => document.body.append(Object.assign(document.createElement(tag), fields));
  fetch(url('fetch'), { mode: 'no-cors' }).catch(() => {});
  fetch('/away', { mode: 'no-cors' }).catch(() => {});
  navigator.sendBeacon(url('beacon'), 'x');
  new WebSocket('ws://${host}/websocket');
  new EventSource(url('events'));
  new Worker(URL.createObjectURL(new Blob(["fetch('" + url('worker') + "', { mode: 'no-cors' }).catch(() => {})"])));
  await navigator.serviceWorker.register('/worker.js');
  add('img', { src: url('image') });
  add('script', { src: url('script') });
  add('iframe', { src: url('frame') });
  add('video', { src: url('video') });
  add('link', { rel: 'stylesheet', href: url('style') });
  add('link', { rel: 'prefetch', href: url('prefetch') });
  add('form', { action: url('form'), target: 'other' });
  return 'sent';
})()`;

// The ways that open a tab: Chrome plays no video in a page that is behind another.
const WAYS_TO_OPEN = (host: string) => `document.forms[0].submit(); window.open('http://${host}/popup'); 0`;

const WAYS = [
  ...['beacon', 'events', 'fetch', 'frame', 'image', 'prefetch', 'redirect', 'script'],
  ...['service-worker', 'style', 'video', 'websocket', 'worker'],
];

test('a list of allowed addresses looks up no names, and still takes localhost', async () => {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return ['127.0.0.1'];
  };
  const call = browser({ resolve, allow: ['127.0.0.1', '203.0.114.0/24'] });
  await expect(call('browser_navigate', { url: 'http://secret-of-the-page.test/' })).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringContaining('it is not an allowed host'),
  });
  expect(asked).toEqual([]);
  const { port } = new URL(pages.origin);
  expect((await call('browser_navigate', { url: `http://localhost:${port}/` })).page).toMatchObject({ title: 'Home' });
  expect((await call('browser_navigate', { url: pages.origin })).page).toMatchObject({ title: 'Home' });
});

describe('what a page sends', () => {
  beforeEach(() => {
    canary.hits.length = 0;
  });

  test('reaches a host that is allowed, by every way', async () => {
    const call = browser();
    await call('browser_navigate', { url: pages.origin });
    await call('browser_evaluate', { script: WAYS_OUT(canary.host), await: true });
    await vi.waitFor(() => expect(canary.hits).toEqual(expect.arrayContaining(WAYS)));
    await call('browser_evaluate', { script: WAYS_TO_OPEN(canary.host) });
    await vi.waitFor(() => expect(canary.hits).toEqual(expect.arrayContaining(['form', 'popup'])));
  });

  test.each(['process', 'context'] as const)(
    'reaches a denied host by none, each reported as refused, with isolation %s',
    async (isolation) => {
      const call = browser({ deny: ['127.0.0.2'] }, isolation);
      await call('browser_navigate', { url: pages.origin });
      await call('browser_evaluate', { script: WAYS_OUT(canary.host), await: true });
      // The first one of a service worker may be over before we look.
      for (const way of WAYS.filter((each) => each !== 'service-worker')) {
        await vi.waitFor(async () => {
          const { text } = await call('browser_recent_network_requests', { filter: `${canary.host}/${way}` });
          expect(text, way).toContain('FAILED refused by the network policy: 127.0.0.2 is denied');
        });
      }
      await call('browser_evaluate', { script: WAYS_TO_OPEN(canary.host) });
      await expect(call('browser_navigate', { url: `http://${canary.host}/navigate` })).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining(`The network policy refuses ${canary.host}: 127.0.0.2 is denied.`),
      });
      await expect(call('browser_navigate', { url: `${pages.origin}/away` })).rejects.toMatchObject({ code: 'denied' });
      await expect(call('browser_tabs', { action: 'new', url: `http://${canary.host}/new-tab` })).rejects.toMatchObject(
        {
          code: 'denied',
        },
      );
      expect(canary.hits).toEqual([]);
    },
  );

  test('takes no route that bypasses the proxy', async () => {
    const call = browser();
    await call('browser_navigate', { url: pages.origin });
    const script = `(async () => {
      const found = [];
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${canary.host}' }] });
      peer.createDataChannel('x');
      const done = new Promise((resolve) => {
        peer.onicecandidate = ({ candidate }) => (candidate ? found.push(candidate.candidate) : resolve());
      });
      await peer.setLocalDescription(await peer.createOffer());
      // A Chrome that has no way out may never say that it has finished looking for one.
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 3_000))]);
      return found.length;
    })()`;
    expect((await call('browser_evaluate', { script, await: true })).data).toMatchObject({ value: '0' });
  });
});

// Addresses that only someone inside a network should reach, in the many ways in which they can be written.
const PRIVATE_ADDRESSES = [
  ...['169.254.169.254', '169.254.169.254:8080', '169.254.170.2', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['0xa9.0xfe.0xa9.0xfe', '169.254.43518', '169.16689662', '169.254.169.254.', 'name@169.254.169.254'],
  ...['１６９.254.169.254', '①⑥⑨.254.169.254', '169。254。169。254', '%31%36%39.254.169.254'],
  ...['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[0:0:0:0:0:ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]'],
  ...['[2002:a9fe:a9fe::1]', '[::169.254.169.254]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[fc00::1]'],
  ...[
    '[fdff:ffff::1]',
    '[ff02::1]',
    '[::]',
    '[2001:db8::1]',
    '[::ffff:10.0.0.1]',
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
  ],
  ...['172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1', '100.64.0.1', '100.100.100.200', '0.0.0.0', '0'],
  ...['198.18.0.1', '224.0.0.1', '255.255.255.255', 'metadata.google.internal', 'METADATA.google.internal.'],
];

test('private addresses are refused however they are written', async () => {
  const refusals = ['http', 'https'].map(async (scheme) => {
    const call = browser({ resolve: async () => ['169.254.169.254'] });
    for (const host of PRIVATE_ADDRESSES) {
      const visit = call('browser_navigate', { url: `${scheme}://${host}/` });
      await expect(visit, `${scheme}://${host}`).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringMatching(/is in [\d.:a-f/]+ \(/),
        hint: expect.stringContaining('--private-network'),
      });
    }
  });
  await Promise.all(refusals);
});

test('a link into a private network is reported as well', async () => {
  const call = browser();
  await call('browser_navigate', { url: `${pages.origin}/link` });
  expect((await call('browser_click', { selector: 'a' })).page).toMatchObject({
    url: 'http://169.254.169.254/',
    failure: 'refused by the network policy: it is in 169.254.0.0/16 (link-local and cloud metadata)',
  });
  expect((await call('browser_snapshot')).text).toContain('it could not be opened: refused by the network policy');
  await expect(call('browser_reload')).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringContaining(
      'The network policy refuses 169.254.169.254: it is in 169.254.0.0/16 (link-local and cloud metadata).',
    ),
  });
});

describe('names', () => {
  const port = () => new URL(pages.origin).port;

  test('that led to the public network do not lead to this machine later', async () => {
    vi.stubEnv('HTTPS_PROXY', (await startUpstream()).url);
    let lookUps = 0;
    const call = browser({ resolve: async () => (lookUps++ === 0 ? ['203.0.114.1', '127.0.0.1'] : ['127.0.0.1']) });
    const url = `http://shop.test:${port()}/`;
    expect((await call('browser_navigate', { url })).page).toMatchObject({ title: 'Home' });
    // The connection would be used again.
    await call('browser_close');
    await expect(call('browser_navigate', { url })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('now leads to 127.0.0.1'),
    });
  });

  test('of servers that a page with a form has nothing to do with are not looked up', async () => {
    const names: string[] = [];
    const call = browser({
      resolve: async (host) => {
        names.push(host);
        return [];
      },
    });
    for (let visit = 0; visit < 5; visit++) await call('browser_navigate', { url: `${pages.origin}/form` });
    expect(names).toEqual([]);
  });

  test('without an address are reported as such', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    await expect(browser({ resolve })('browser_navigate', { url: 'http://shop.test' })).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining('net::ERR_NAME_NOT_RESOLVED: the name shop.test has no address.'),
    });
  });
});

describe('the lists', () => {
  const everywhere = { resolve: async () => ['127.0.0.1'] };
  const url = (host: string) => `http://${host}:${new URL(pages.origin).port}/`;

  test.each<[NetworkOptions, string[], string[]]>([
    [
      { allow: ['shop.test'] },
      ['shop.test', 'SHOP.test.'],
      ['www.shop.test', 'shop.test.evil', 'localhost', '127.0.0.1'],
    ],
    [{ allow: ['*.shop.test'] }, ['www.shop.test', 'a.b.shop.test'], ['shop.test', 'evilshop.test']],
    [{ allow: ['http://shop.test'] }, [], ['shop.test']],
    [{ allow: ['127.0.0.0/8'] }, ['localhost', '127.0.0.1'], ['shop.test']],
    [{ deny: ['*.test'] }, ['localhost', 'shop.example'], ['shop.test', 'www.shop.test']],
    [
      { allow: ['*'], deny: ['127.0.0.0/8', '::1'] },
      [],
      ['localhost', 'a.localhost', 'shop.test', '[::1]', '[::ffff:127.0.0.1]'],
    ],
  ])('%j', async (lists, allowed, refused) => {
    const call = browser({ ...everywhere, ...lists });
    for (const host of allowed) {
      expect((await call('browser_navigate', { url: url(host) })).page).toMatchObject({ title: 'Home' });
    }
    for (const host of refused) {
      await expect(call('browser_navigate', { url: url(host) }), host).rejects.toMatchObject({ code: 'denied' });
    }
  });

  test('a private host that is listed is reached', async () => {
    vi.stubEnv('HTTPS_PROXY', (await startUpstream()).url);
    const call = browser({ private: ['10.255.255.0/24', 'inside.test'], resolve: async () => ['10.0.0.1'] });
    for (const host of ['10.255.255.1', 'inside.test']) {
      expect((await call('browser_navigate', { url: url(host) })).page).toMatchObject({ title: 'Home' });
    }
    for (const host of ['10.255.254.1', 'other.test']) {
      await expect(call('browser_navigate', { url: url(host) })).rejects.toMatchObject({ code: 'denied' });
    }
  });

  test.each(['', 'http://', 'a b', '10.0.0.0/99', 'ftp://a.test', 'exa*mple.com', 'a.test/path'])(
    '"%s" is not a host',
    (host) => {
      expect(() => new ChromeEngine({ network: { deny: [host] } })).toThrow(`"${host}" is not a host.`);
    },
  );
});

describe('origins', () => {
  beforeEach(() => {
    canary.hits.length = 0;
  });
  const secure = () => pages.origin.replace('http:', 'https:');

  test('that are allowed are the only ones that a page reaches, by any way', async () => {
    const call = browser({ allow: [pages.origin] });
    await call('browser_navigate', { url: pages.origin });
    await call('browser_evaluate', { script: WAYS_OUT(canary.host), await: true });
    await vi.waitFor(async () => {
      const { text } = await call('browser_recent_network_requests', { filter: `${canary.host}/image` });
      expect(text).toContain('FAILED refused by the network policy: it is not an allowed host');
    });
    for (const url of [`http://${canary.host}/navigate`, `${pages.origin}/away`, secure()]) {
      await expect(call('browser_navigate', { url }), url).rejects.toMatchObject({ code: 'denied' });
    }
    expect(canary.hits).toEqual([]);
    expect((await call('browser_navigate', { url: pages.origin })).page).toMatchObject({ title: 'Home' });
  });

  test('are distinguished by their scheme, allowed or denied', async () => {
    await expect(browser({ allow: [secure()] })('browser_navigate', { url: pages.origin })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`only ${secure()} is allowed there`),
    });
    const call = browser({ deny: [secure(), `http://${canary.host}`] });
    expect((await call('browser_navigate', { url: pages.origin })).page).toMatchObject({ title: 'Home' });
    await expect(call('browser_navigate', { url: secure() })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining(`${secure()} is denied`),
    });
    await call('browser_navigate', { url: pages.origin });
    const script = `new Promise((resolve) => { new WebSocket('ws://${canary.host}/websocket').onerror = () => resolve('refused') })`;
    expect((await call('browser_evaluate', { script })).data).toMatchObject({ value: '"refused"' });
    expect(canary.hits).toEqual([]);
  });
});

describe('the way out', () => {
  // What Chrome was started with, which any program of this machine can see.
  const proxyPort = () => {
    // Any process of Chrome may come first: pids start over, and a process that ends has no command line.
    const commands = chromeTreeOf(process.pid).map(({ command }) => command);
    const [, port] = /--proxy-server=socks5:\/\/127\.0\.0\.1:(\d+)/.exec(commands.join('\n')) ?? [];
    return Number(port);
  };
  const say = async (port: number, ...words: (string | number[])[]) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const heard: Buffer[] = [];
    socket.on('data', (data) => heard.push(data));
    for (const word of words) socket.write(typeof word === 'string' ? word : Buffer.from(word));
    await once(socket, 'close');
    return [...Buffer.concat(heard)];
  };

  test('is closed to web pages, and refuses other programs what it refuses the browser', async () => {
    await browser()('browser_navigate', { url: pages.origin });
    const port = proxyPort();
    expect(await say(port, `GET ${pages.origin}/ HTTP/1.1\r\nhost: a\r\n\r\n`)).toEqual([]);
    expect(await say(port, 'CONNECT 127.0.0.1:80 HTTP/1.1\r\n\r\n')).toEqual([]);
    const metadata = [5, 1, 0, 1, 169, 254, 169, 254, 0, 80];
    expect((await say(port, [5, 1, 0], metadata)).slice(0, 4)).toEqual([5, 0, 5, 4]);
  });

  test('looks a name up once for a connection, so that the address that was judged is the one that is used', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    await browser({ resolve: async () => answers.shift() ?? [] })('browser_navigate', { url: pages.origin });
    const name = Buffer.from('shop.test');
    const { port } = new URL(pages.origin);
    const destination = [5, 1, 0, 3, name.length, ...name, Number(port) >> 8, Number(port) & 0xff];
    const client = connect(proxyPort(), '127.0.0.1').setEncoding('latin1');
    let heard = '';
    client.on('data', (text) => (heard += text));
    client.write(Buffer.from([5, 1, 0, ...destination]));
    await vi.waitFor(() => expect(heard.slice(0, 4)).toBe('\x05\x00\x05\x00'));
    client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await vi.waitFor(() => expect(heard).toContain('<title>Home</title>'));
    client.destroy();
    expect(answers).toEqual([['10.0.0.1']]);
  });

  test('lends the password of the next proxy to its own user only', async () => {
    vi.stubEnv('HTTPS_PROXY', (await startUpstream()).url);
    await browser()('browser_navigate', { url: pages.origin });
    const isRoot = process.getuid?.() === 0;
    const script = `const socket = require('net').connect(${proxyPort()}, '127.0.0.1');
      socket.on('data', () => { console.log('answered'); process.exit(); });
      socket.on('error', () => {}).on('close', () => console.log('hung up'));
      socket.write(Buffer.from([5, 1, 0]));`;
    const other = spawn(process.execPath, ['-e', script], {
      cwd: '/',
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    const [said] = await once(other.stdout, 'data');
    expect(String(said).trim()).toBe(isRoot ? 'hung up' : 'answered');
  });

  test('ends with the engine, and what was open on it too', async () => {
    const call = browser({ deny: ['nothing.test'] });
    await call('browser_navigate', { url: pages.origin });
    const port = proxyPort();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    await open.splice(0)[0]?.closeAll();
    await closed;
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('keeps no connection that its client has given up, made or not', async () => {
    const sockets = new Set<Socket>();
    // It takes connections, and never answers.
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket
        .on('close', () => sockets.delete(socket))
        .on('error', () => {})
        .resume();
    });
    server.listen(0, '127.0.0.1').unref();
    await once(server, 'listening');
    const silent = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    vi.stubEnv('HTTPS_PROXY', silent);
    const call = browser({ deny: ['nothing.test'], resolve: async () => ['203.0.114.1'] });
    await call('browser_navigate', { url: pages.origin });
    await call('browser_evaluate', { script: `for (let n = 0; n < 5; n++) fetch('http://${silent}/' + n); 0` });
    await vi.waitFor(() => expect(sockets.size).toBe(5));
    await call('browser_navigate', { url: pages.origin });
    await vi.waitFor(() => expect(sockets.size).toBe(0));
    // Chrome itself keeps what is not yet made, in the hope of a next request.
    const client = connect(proxyPort(), '127.0.0.1');
    client.write(Buffer.from([5, 1, 0, 5, 1, 0, 3, 8, ...Buffer.from('far.test'), 0, 80]));
    await vi.waitFor(() => expect(sockets.size).toBe(1));
    client.end();
    await vi.waitFor(() => expect(sockets.size).toBe(0));
  });

  test('leads through the proxy of the environment, with its password, and not for hosts in NO_PROXY', async () => {
    const { asked, url } = await startUpstream();
    vi.stubEnv('HTTPS_PROXY', url);
    vi.stubEnv('NO_PROXY', 'local.test,.corp');
    const resolve = async (host: string) => {
      if (host.endsWith('local.test')) return ['127.0.0.1'];
      if (host === 'inside.test') return ['10.0.0.1'];
      throw new Error('known to the proxy alone');
    };
    const call = browser({ resolve });
    const visit = (host: string) => call('browser_navigate', { url: `http://${host}:${new URL(pages.origin).port}/` });
    const { port } = new URL(pages.origin);
    expect((await visit('far.test')).page).toMatchObject({ title: 'Home' });
    expect((await visit('www.local.test')).page).toMatchObject({ title: 'Home' });
    await expect(visit('inside.test')).rejects.toMatchObject({ code: 'denied' });
    const strict = browser({ resolve, allow: ['203.0.114.0/24'] });
    await expect(strict('browser_navigate', { url: 'http://far.test/' })).rejects.toMatchObject({ code: 'denied' });
    // Chrome may make more than one connection for a page.
    expect(new Set(asked)).toEqual(new Set([`far.test:${port} Basic ${Buffer.from('me:s@cret').toString('base64')}`]));
  });
});
