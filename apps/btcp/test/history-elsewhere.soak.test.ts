import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { History, HistoryDetails, HistoryStep } from '../src/contract/history.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const SHOP = `<title>Shop</title><style>input { position: absolute; left: 20px; top: 20px }</style><h1>Shop</h1>
  <input aria-label="Password" type="password"><p id="said">Nothing yet</p>
  <button onclick="said.textContent = 'In the basket'; console.warn('basket is full'); fetch('/basket')">Add</button>`;

const homes = { here: new TestHome(), there: new TestHome() };
let pages: PageServer;
let there: RunningServer;
let older: Server;
let here: Workspace;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

// A host of an older version, which cannot look.
function serveOlder(): Server {
  const server = createServer((request, response) => {
    if (/\/look(?:\?|$)/.test(request.url ?? '')) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"success":false,"error":{"code":"not_found","message":"Nothing here.","hint":""}}');
      return;
    }
    const { url, method, headers } = request;
    const upstream = httpRequest(there.url + url, { method, headers: { ...headers, host: new URL(there.url).host } });
    upstream.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  return server.listen(0, '127.0.0.1');
}

beforeAll(async () => {
  pages = await servePages({ '/': SHOP, '/basket': 'ok', '/next': '<title>Next</title><h1>Next</h1>' });
  there = await serve(homes.there);
  older = serveOlder();
  await new Promise((resolve) => older.once('listening', resolve));
  here = await Workspace.start(homes.here, {
    BTCP_HOST_URL: there.url,
    BTCP_HOST_TOKEN: there.token ?? '',
    BTCP_HOST_URL_OLDER: `http://127.0.0.1:${portOf(older)}`,
    BTCP_HOST_TOKEN_OLDER: there.token ?? '',
  });
});
afterAll(async () => {
  await here.stop();
  await there.stop();
  older.closeAllConnections();
  older.close();
  await pages.close();
  for (const home of Object.values(homes)) home[Symbol.dispose]();
});

async function call(path: string, tool: string, input: object = {}): Promise<void> {
  expect(await here.ask('POST', `${path}/tools/${tool}`, input)).toMatchObject({ status: 200 });
}

async function stepsOf(path: string): Promise<HistoryStep[]> {
  return ((await here.ask('GET', `${path}/history`)).body as History).steps;
}

// The last step, once the page was looked at after it.
async function looked(path: string, tool: string): Promise<HistoryStep> {
  return vi.waitFor(
    async () => {
      const last = (await stepsOf(path)).at(-1);
      expect(last).toMatchObject({ tool });
      expect(last?.look ?? last?.hidden, `a look after ${tool}`).toBeDefined();
      return last as HistoryStep;
    },
    { timeout: 20_000, interval: 100 },
  );
}

async function detailsOf(path: string, { number }: HistoryStep): Promise<HistoryDetails> {
  return (await here.ask('GET', `${path}/history/${number}`)).body;
}

async function pictureOf(path: string, { number }: HistoryStep): Promise<string> {
  const { url, token } = here.server;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api${path}/history/${number}/picture`, { headers });
  return Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4);
}

describe.each(['process', 'remote'])('the history of an agent whose host is a %s', (kind) => {
  const host = () => (kind === 'process' ? { kind } : { kind, url: there.url });
  let agent: string;
  let session: string;
  let path: string;
  beforeAll(async () => {
    ({ agent, session, path } = await here.begin(`Far ${kind}`, host()));
  });

  test('has each step with its picture, the page before and after, its requests and its console', async () => {
    await call(path, 'browser_navigate', { url: pages.origin });
    const opened = await looked(path, 'browser_navigate');
    expect(opened).toMatchObject({ number: 1, success: true, page: { title: 'Shop' }, look: { hasPicture: true } });
    expect((await detailsOf(path, opened)).requests.map(({ url }) => url)).toContain(`${pages.origin}/`);
    await call(path, 'browser_click', { selector: 'button' });
    const clicked = await looked(path, 'browser_click');
    expect(await pictureOf(path, clicked)).toBe('RIFF');
    const details = await detailsOf(path, clicked);
    expect(details.before).toContain('Nothing yet');
    expect(details.after).toContain('In the basket');
    expect(details.console).toMatchObject([{ type: 'warning', text: 'basket is full' }]);
    const requested = details.requests.map(({ url }) => url);
    expect(requested).toContain(`${pages.origin}/basket`);
    expect(requested).not.toContain(`${pages.origin}/`);
  });

  test('is blank where a secret is typed, and where a person drove in private, until that page is left', async () => {
    await call(path, 'browser_navigate', { url: pages.origin });
    await call(path, 'browser_fill', { selector: 'input', value: 'correct horse' });
    const filled = await looked(path, 'browser_fill');
    expect(filled.hidden).toBe('secret');
    expect(await pictureOf(path, filled)).toBe('');
    await call(path, 'browser_navigate', { url: pages.origin });
    await looked(path, 'browser_navigate');
    const stream = `${here.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const person = await LiveClient.live(stream, here.server.token ?? '');
    await person.take(true);
    person.click(30, 30);
    person.send({ type: 'input_paste', text: 'open-sesame-42' });
    await person.giveBack({ outcome: 'done' });
    expect(await looked(path, 'person')).toMatchObject({
      hidden: 'private',
      summary: expect.stringContaining('person'),
    });
    await person.close();
    await call(path, 'browser_snapshot');
    const read = await looked(path, 'browser_snapshot');
    expect(read.hidden).toBe('private');
    expect(read.text).toBeUndefined();
    expect(await detailsOf(path, read)).toEqual({ before: null, after: null, requests: [], console: [] });
    await call(path, 'browser_navigate', { url: `${pages.origin}/next` });
    expect(await looked(path, 'browser_navigate')).toMatchObject({ look: { hasPicture: true, hasSnapshot: true } });
    expect((await stepsOf(path)).filter(({ tool }) => tool === 'person')).toHaveLength(1);
  });

  test('keeps the sessions of an agent apart', async () => {
    const { body: second } = await here.ask('POST', `/agents/${agent}/sessions`, {});
    const other = `/agents/${agent}/sessions/${second.id}`;
    await call(other, 'browser_navigate', { url: `${pages.origin}/next` });
    const opened = await looked(other, 'browser_navigate');
    expect(await stepsOf(other)).toHaveLength(1);
    const { before, after } = await detailsOf(other, opened);
    expect({ before, after }).toEqual({ before: null, after: expect.stringContaining('Next') });
  });
});

test('a host of an older version has its steps without pictures', async () => {
  const { path } = await here.begin('Older', { kind: 'remote', url: `http://127.0.0.1:${portOf(older)}` });
  await call(path, 'browser_navigate', { url: pages.origin });
  await call(path, 'browser_click', { selector: 'button' });
  await vi.waitFor(async () => {
    expect(await stepsOf(path)).toMatchObject([
      { tool: 'browser_navigate', page: { title: 'Shop' } },
      { tool: 'browser_click', success: true, text: expect.stringContaining('Clicked') },
    ]);
  });
});

test('a look starts no browser, and takes every number', async () => {
  const headers = { authorization: `Bearer ${there.token}` };
  const look = (session: string, query = '') => fetch(`${there.url}/sessions/${session}/look${query}`, { headers });
  expect((await look('nobody')).status).toBe(204);
  expect((await there.get('/browser/status?sessionId=nobody')).body).toMatchObject({ active: false });
  await there.post('/sessions/looked/tools/browser_navigate', { url: pages.origin });
  const answer = await look('looked', '?since=never&age=-1e999&unanswered=a,,9');
  expect(await answer.json()).toMatchObject({ isSecret: false, tree: expect.stringContaining('Shop') });
  expect((await fetch(`${there.url}/sessions/looked/look`)).status).toBe(401);
});
