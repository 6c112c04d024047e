import { buttonOf, LiveClient, type PageServer, servePages, startChrome } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EventReader } from '../../../packages/host/test/event-reader.ts';
import { freePort, PROXY_NAMES, RealProxy } from './deploy/proxies.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

// The certificates are made here, and nobody vouches for them.
vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');

const PATIENT = { timeout: 30_000, interval: 100 };
// Of three bytes each, which are four characters.
const FILE_BYTES = 3 * 17_500_000;
const PART_CHARACTERS = 1024 * 1024;
const PAGE = `<title>Shop</title><input type="file" style="position:absolute;inset:0;width:100%;height:100%"
  onchange="document.title = 'Uploaded ' + this.files[0].size">`;

const home = new TestHome();
let site: PageServer;
let person: Browser;
beforeAll(async () => {
  // The certificates are made here, and nobody vouches for them.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  [site, person] = await Promise.all([servePages({ '/': PAGE }), startChrome(['--ignore-certificate-errors'])]);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await person.close();
  await site.close();
  home[Symbol.dispose]();
});

const who = { name: 'test', version: '1.0.0' };
const bearer = (server: RunningServer) => ({ authorization: `Bearer ${server.token}` });

// A viewer chooses a file of 50 MB, and the page gets it.
async function upload(server: RunningServer, session: string) {
  const stream = `${server.publicUrl.replace('http', 'ws')}/browser/stream?sessionId=${session}`;
  const viewer = await LiveClient.live(stream, server.token ?? '');
  await viewer.until(() => viewer.frames.length > 0);
  await viewer.take();
  viewer.click(400, 300);
  const { chooser } = await viewer.next('file_chooser', (message) => message.chooser !== null);
  const answer = { type: 'answer_file_chooser', id: chooser?.id ?? '' };
  const part = { name: 'large.bin', type: '' };
  for (let left = (FILE_BYTES / 3) * 4; left > 0; left -= PART_CHARACTERS)
    viewer.send({ ...answer, files: [{ ...part, data: 'A'.repeat(Math.min(left, PART_CHARACTERS)) }], isPart: true });
  viewer.send({ ...answer, files: [{ ...part, data: '' }] });
  await viewer.next('tabs', ({ tabs }) => tabs.some(({ title }) => title.startsWith('Uploaded')));
  const [{ title } = { title: '' }] = viewer.messages.findLast(({ type }) => type === 'tabs').tabs;
  await viewer.giveBack();
  await viewer.close();
  return title;
}

// The live picture in the page of a person.
const isShown = (page: Page) =>
  page.evaluate(() => {
    const shadow = document.querySelector('.window, #window')?.shadowRoot;
    const status = shadow?.querySelector('.status');
    return status instanceof HTMLElement && status.hidden;
  });

// A page in the browser of a person, and what went wrong in it.
async function openPage(url: string) {
  const tab = await person.newPage();
  const problems: string[] = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  await tab.goto(url);
  return { tab, problems, [Symbol.asyncDispose]: () => tab.close() };
}

async function end(server: RunningServer) {
  await server.stop();
}

describe('with a name of its own', () => {
  let port: number;
  let server: RunningServer;
  beforeAll(async () => {
    port = await freePort();
    server = await serve(home, ['--public-url', `https://localhost:${port}`]);
  });
  afterAll(() => end(server));

  test.each(PROXY_NAMES)('%s serves it, and nothing under another name', async (name) => {
    await using proxy = new RealProxy(name, 'name', { port, upstream: new URL(server.url).host });
    await proxy.start();
    await using page = await openPage(`${server.publicUrl}/#token=${server.token}`);
    await page.tab.waitForSelector('#agent-name');
    expect(page.problems).toEqual([]);
    const socket = await LiveClient.live(`${server.publicUrl.replace('http', 'ws')}/browser/stream`, 'wrong').catch(
      String,
    );
    expect(socket).toContain('HTTP 401');
    const other = await fetch(`${server.publicUrl}/api/agents`, {
      headers: { ...bearer(server), origin: 'https://evil.test' },
    });
    expect(other.status).toBe(403);
  });
});

describe('under a path', () => {
  let port: number;
  let server: RunningServer;
  let session: string;
  beforeAll(async () => {
    port = await freePort();
    const publicUrl = `https://localhost:${port}/btcp`;
    server = await serve(home, ['--public-url', publicUrl, '--isolation', 'context']);
    const workspace = new Workspace(server);
    const { path } = await workspace.begin('Buyer');
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
    session = path;
  });
  afterAll(() => end(server));

  test.each(PROXY_NAMES)(
    '%s passes the workspace, the live view, uploads, events and MCP, and may restart',
    async (name) => {
      await using proxy = new RealProxy(name, 'path', { port, upstream: new URL(server.url).host });
      await proxy.start();
      const { publicUrl } = server;
      const call = async (called: string, tool: string, input: object = {}) => {
        const response = await fetch(`${publicUrl}/sessions/${called}/tools/${tool}`, {
          method: 'POST',
          headers: bearer(server),
          body: JSON.stringify(input),
        });
        return response.status;
      };

      // Events arrive while the request is open.
      const events = await EventReader.open(`${publicUrl}/sessions/${name}/events`, bearer(server));
      await events.next('browser_active');
      expect(await call(name, 'browser_navigate', { url: site.origin })).toBe(200);
      await events.next('navigation');
      events.close();

      const first = new FirstClient(who);
      const modern = new Client(who, { versionNegotiation: { mode: 'auto' } });
      const request = { requestInit: { headers: { ...bearer(server), 'btcp-session': name } } };
      const connecting = new FirstHttpTransport(new URL(server.mcp), request) as Parameters<FirstClient['connect']>[0];
      await first.connect(connecting);
      await modern.connect(new StreamableHTTPClientTransport(new URL(server.mcp), request));
      const open = { name: 'browser_navigate', arguments: { url: site.origin } };
      expect((await first.callTool(open)).isError ?? false).toBe(false);
      expect(first.getServerVersion()).toMatchObject({ websiteUrl: publicUrl });
      expect((await modern.callTool(open)).isError ?? false).toBe(false);

      const link = (await server.post(`/sessions/${name}/links`, { role: 'control' })).body as { url: string };
      expect(link.url.startsWith(`${publicUrl}/live#`)).toBe(true);
      await using live = await openPage(link.url);
      await vi.waitFor(async () => expect(await isShown(live.tab)).toBe(true), PATIENT);
      expect(await upload(server, name)).toBe(`Uploaded ${FILE_BYTES}`);

      await proxy.stop();
      await vi.waitFor(async () => expect(await isShown(live.tab)).toBe(false), PATIENT);
      await proxy.start();
      await vi.waitFor(async () => expect(await isShown(live.tab)).toBe(true), PATIENT);
      expect((await first.callTool(open)).isError ?? false).toBe(false);
      expect((await modern.callTool(open)).isError ?? false).toBe(false);
      await Promise.all([first.close(), modern.close()]);

      await using page = await openPage(`${publicUrl}${session}#token=${server.token}`);
      await vi.waitFor(async () => expect(await isShown(page.tab)).toBe(true), PATIENT);
      await buttonOf(page.tab, 'New session of Buyer').click();
      const isNew = (path: string) => location.pathname.startsWith('/btcp/agents/') && location.pathname !== path;
      await page.tab.waitForFunction(isNew, {}, `/btcp${session}`);
      await page.tab.reload();
      await page.tab.waitForSelector('textarea');
      expect(page.problems).toEqual([]);
    },
  );
});
