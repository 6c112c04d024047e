import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChromeEngine } from '@btcp/chrome';
import { chromesOf, chromeTreeOf, type PageServer, servePages } from '@btcp/test-support';
import type { TabInfo } from '@btcp/tools';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.js';

const { call, current } = freshBrowser();
let pages: PageServer;
let folder: string;
let secret: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'btcp-safety-'));
  writeFileSync(join(folder, 'secret.html'), '<title>Secret</title>Secret');
  secret = pathToFileURL(join(folder, 'secret.html')).href;
  pages = await servePages({
    '/': '<title>Home</title>',
    '/to': ({ url }, response) => response.writeHead(302, { location: target(url) }).end(),
    '/refresh': ({ url }, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${target(url)}` })
        .end('<title>Home</title>'),
    '/link': ({ url }, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>Home</title><body>
        <a id="here" href="${target(url)}">here</a>
        <a id="there" target="_blank" href="${target(url)}">there</a>
        <form action="${target(url)}"><button id="form">send</button></form>`),
    '/authorization': ({ headers }, response) => response.end(headers.authorization ?? 'nothing'),
    '/nothing': (_, response) => response.writeHead(204).end(),
    '/private': ({ headers }, response) =>
      headers.authorization
        ? response.setHeader('content-type', 'text/html').end(`<title>${headers.authorization}</title>`)
        : response.writeHead(401, { 'www-authenticate': 'Basic realm="Accounts"' }).end('<title>Who are you?</title>'),
  });
});
afterAll(async () => {
  await pages.close();
  rmSync(folder, { recursive: true });
});

const target = (url = '') => new URL(url, pages.origin).searchParams.get('to') ?? '';
const page = (path: string, to: string) => `${pages.origin}${path}?to=${encodeURIComponent(to)}`;

// Each kind of address that shows the machine or the browser itself, or hands over to another program.
const addresses = () => [
  ...[secret, secret.replace('file:///', 'FILE:/'), secret.replace('file:///', 'file://localhost/')],
  ...[`view-source:${secret}`, `view-source:${pages.origin}/`, 'chrome://version/', 'about:version', 'chrome://crash/'],
  ...['devtools://devtools/bundled/inspector.html', 'chrome-extension://abc/page.html', 'chrome-untrusted://terminal/'],
  ...[`filesystem:${pages.origin}/temporary/x`, 'ftp://127.0.0.1/', 'mailto:someone@example.com', 'intent:x'],
];

// One of each, for the ways on which Chrome itself stands guard.
const someAddresses = () => [
  secret,
  `view-source:${secret}`,
  'chrome://version/',
  'devtools://devtools/bundled/x.html',
  'mailto:someone@example.com',
];

describe('an address of a kind that is not opened', () => {
  // What all tabs show, once nothing is on its way any more.
  const assertNothingShown = async (message: string) => {
    const { text, page } = await call('browser_snapshot');
    expect(text, message).not.toContain('Secret');
    const { data } = await call('browser_tabs', { action: 'list' });
    const { tabs } = data as { tabs: TabInfo[] };
    const shown = tabs.filter(({ url, title }) => !/^(https?|about|data):/.test(url) || title === 'Secret');
    // Chrome may name the address on the page on which it says that it was blocked.
    expect(page?.failure?.includes('ERR_BLOCKED') ? [] : shown, message).toEqual([]);
  };

  test('is denied as the address of a visit, of a new tab, and by the engine itself', async () => {
    for (const url of [...addresses(), 'javascript:document.title', 'blob:null/1']) {
      await expect(call('browser_navigate', { url }), url).rejects.toMatchObject({ code: 'denied' });
      await expect(call('browser_tabs', { action: 'new', url }), url).rejects.toMatchObject({ code: 'denied' });
    }
    await using engine = disposable(new ChromeEngine());
    const session = await engine.open('test');
    const { signal } = new AbortController();
    await expect(session.navigate(secret, { waitUntil: 'load', timeout: 5_000, signal })).rejects.toMatchObject({
      code: 'denied',
    });
    await session.close();
    const restored = await engine.open('test', secret);
    expect(await restored.page()).toMatchObject({ url: 'about:blank' });
  });

  test('is not reached by a redirect', async () => {
    for (const url of addresses()) {
      await expect(call('browser_navigate', { url: page('/to', url) }), url).rejects.toMatchObject({
        code: expect.stringMatching(/^(denied|navigation_failed)$/),
      });
      await assertNothingShown(url);
    }
    await expect(call('browser_navigate', { url: page('/to', secret) })).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('leads to an address of a kind that is not opened'),
    });
  });

  test.each(['#here', '#there', '#form'])('is not reached by clicking %s', async (selector) => {
    for (const url of someAddresses()) {
      await call('browser_navigate', { url: page('/link', url) });
      await call('browser_click', { selector });
      await assertNothingShown(url);
    }
  });

  test.each([
    (url: string) => `location = ${url}`,
    (url: string) => `location.replace(${url})`,
    (url: string) => `window.open(${url}); 0`,
    (url: string) => `const opened = window.open(); opened.location = ${url}; 0`,
    (url: string) => `document.body.append(Object.assign(document.createElement('iframe'), { src: ${url} }))`,
  ])('is not reached by a script: %s', async (script) => {
    for (const from of [pages.origin, 'about:blank', 'data:text/html,<p>x']) {
      for (const url of someAddresses()) {
        await call('browser_navigate', { url: from });
        await call('browser_evaluate', { script: script(JSON.stringify(url)) }).catch(() => {});
        await assertNothingShown(`${url} from ${from}`);
      }
    }
  });
});

function disposable(engine: ChromeEngine) {
  return Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() });
}

describe('Chrome', () => {
  beforeEach(async () => {
    await call('browser_navigate', { url: pages.origin });
  });

  test('listens on no port, so that no other program can drive it', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The way of looking finds a port where there is one.
    expect(listeningSockets([process.pid])).not.toEqual([]);
    server.close();
    const tree = chromeTreeOf(process.pid).map(({ pid }) => pid);
    expect(tree.length).toBeGreaterThan(1);
    expect(listeningSockets(tree)).toEqual([]);
  });

  test('is sandboxed unless root runs it', () => {
    const isRoot = process.getuid?.() === 0;
    const [chrome] = chromesOf(process.pid);
    expect(readFileSync(`/proc/${chrome}/cmdline`, 'utf8').includes('--no-sandbox')).toBe(isRoot);
  });

  test('gets no secrets from the environment, and keeps its profile from others', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'canary-secret');
    await current().close();
    await call('browser_navigate', { url: pages.origin });
    const environments = chromeTreeOf(process.pid).flatMap(({ pid }) =>
      unlessGone(() => [readFileSync(`/proc/${pid}/environ`, 'utf8')]),
    );
    expect(environments.length).toBeGreaterThan(1);
    expect(environments.join()).not.toContain('canary-secret');
    const [chrome] = chromesOf(process.pid);
    const [, profile = ''] = /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${chrome}/cmdline`, 'utf8')) ?? [];
    expect(statSync(profile).mode & 0o077).toBe(0);
    vi.unstubAllEnvs();
  });
});

// The addresses at which these processes accept connections.
function listeningSockets(pids: number[]): string[] {
  const own = new Set(pids.flatMap(socketsOf));
  return ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((table) => readFileSync(table, 'utf8').trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(`socket:[${inode}]`))
    .map(([, address = '']) => address);
}

function socketsOf(pid: number): string[] {
  const files = unlessGone(() => readdirSync(`/proc/${pid}/fd`));
  return files.flatMap((fd) => unlessGone(() => [readlinkSync(`/proc/${pid}/fd/${fd}`)]));
}

// Processes end and close files while we look.
function unlessGone(look: () => string[]): string[] {
  try {
    return look();
  } catch {
    return [];
  }
}

describe('an answer without a page', () => {
  test('is reported with its status, and the browser stays', async () => {
    await call('browser_navigate', { url: pages.origin });
    await expect(call('browser_navigate', { url: `${pages.origin}/nothing` })).rejects.toMatchObject({
      code: 'navigation_failed',
      message: expect.stringContaining(`${pages.origin}/nothing answered 204 No Content: it has no page to show.`),
      hint: expect.stringContaining(`The request was made, and the browser stays at ${pages.origin}/.`),
    });
    expect((await call('browser_snapshot')).page).toMatchObject({ url: `${pages.origin}/`, title: 'Home' });
  });

  test('that asks for a name and a password says so, and takes them in the address', async () => {
    await expect(call('browser_navigate', { url: `${pages.origin}/private` })).rejects.toMatchObject({
      code: 'http_error',
      message: expect.stringContaining(`${pages.origin}/private answered 401 Unauthorized.`),
      hint: expect.stringContaining('NAME:PASSWORD@'),
    });
    await call('browser_navigate', { url: pages.origin });
    const script = `fetch('/private').then(({ status }) => status)`;
    expect((await call('browser_evaluate', { script, await: true })).data).toMatchObject({ value: '401' });
    const { page } = await call('browser_navigate', { url: `${pages.origin.replace('//', '//me:pass@')}/private` });
    expect(page).toMatchObject({ title: `Basic ${btoa('me:pass')}`, status: 200 });
    // Anyone who has signed in stays so, and is known to no one else.
    const again = await call('browser_navigate', { url: `${pages.origin}/private` });
    expect(again.page).toMatchObject({ title: `Basic ${btoa('me:pass')}` });
    await call('browser_navigate', { url: `${pages.origin.replace('127.0.0.1', 'localhost')}/authorization` });
    expect((await call('browser_snapshot')).text).toContain('nothing');
  });
});
