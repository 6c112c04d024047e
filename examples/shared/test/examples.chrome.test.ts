import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBroker, nodeListener, tokenAccess } from '@btcp/broker';
import { type BTCPClient, createClient } from '@btcp/client';
import { startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { build, preview } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const TOKEN = 'the-token-of-the-test';
const TOOLS = ['add_todo', 'list_todos', 'read_hours', 'set_hours', 'set_todo_done'];
const START = ['Write the outline', 'Book a quiet room', 'Ask Grace for a review'];

let browser: Browser;

beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// What `btcp serve` offers to pages: the broker, and the client as one script.
async function startServer() {
  const broker = createBroker({ authenticate: tokenAccess([{ token: TOKEN }]) });
  const script = readFileSync(createRequire(import.meta.url).resolve('@btcp/client/script.js'));
  const answer = nodeListener(broker);
  const server = createServer((request, response) => {
    if (request.url !== '/client.js') return answer(request, response);
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  });
  server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head) || socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    broker,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await broker.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

// The example as a user would deploy it: built, and served with `/btcp` passed on.
async function serveBuilt(name: string, serverUrl: string) {
  vi.stubEnv('BTCP_URL', serverUrl);
  vi.stubEnv('BTCP_TOKEN', TOKEN);
  const outDir = mkdtempSync(join(tmpdir(), 'btcp-example-'));
  const shared = { root: fileURLToPath(new URL(`../../${name}`, import.meta.url)), logLevel: 'error' } as const;
  await build({ ...shared, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  vi.unstubAllEnvs();
  return {
    url: `${server.resolvedUrls?.local[0]}`,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}

async function call(agent: BTCPClient, name: string, input: unknown = {}): Promise<unknown> {
  const params = { name, arguments: input };
  const response = await agent.send({ jsonrpc: '2.0', method: 'tools/call', params, id: crypto.randomUUID() });
  return 'error' in response ? response.error : response.result;
}

test.each(['react', 'vue', 'svelte', 'script-tag'])('an agent works with examples/%s', async (name) => {
  await using server = await startServer();
  await using site = await serveBuilt(name, server.url);
  const tab = await browser.newPage();
  const problems: unknown[] = [];
  tab.on('pageerror', (error) => problems.push(error));
  await tab.goto(site.url);
  const todos = () => tab.$$eval('.todos span', (spans) => spans.map(({ textContent }) => textContent));
  const done = () => tab.$$eval('.todos input', (boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
  const bars = () => tab.$$eval('.bar b', (counts) => counts.map(({ textContent }) => Number(textContent)));
  const headings = () => tab.$$eval('small', (notes) => notes.map(({ textContent }) => textContent));

  await vi.waitFor(async () => expect(await tab.$eval('.status', ({ textContent }) => textContent)).toBe('connected'));
  const offered = () => server.broker.pages()[0]?.tools.map((tool) => tool.name);
  await vi.waitFor(() => expect(offered()?.sort()).toEqual(TOOLS));
  expect(await todos()).toEqual(START);
  expect(await tab.$eval('.board', (board) => getComputedStyle(board).display)).toBe('grid');

  const agent = createClient({
    serverUrl: server.url,
    clientType: 'agent',
    auth: { type: 'bearer', token: TOKEN },
  });
  await agent.connect();
  const added = { structuredContent: { id: 4, text: 'Call Ada', isDone: false } };
  expect(await call(agent, 'add_todo', { text: 'Call Ada' })).toMatchObject(added);
  await vi.waitFor(async () => expect(await todos()).toEqual([...START, 'Call Ada']));
  await call(agent, 'set_todo_done', { id: 4, isDone: true });
  await vi.waitFor(async () => expect(await done()).toEqual([true, false, false, true]));
  expect(await call(agent, 'set_hours', { day: 'Fri', hours: 7 })).toMatchObject({
    content: [{ text: 'Fri: 7 hours' }],
  });
  await vi.waitFor(async () => expect(await bars()).toEqual([4, 6, 2, 5, 7, 0, 1]));
  await vi.waitFor(async () => expect(await headings()).toEqual(['2 of 4 done', '25 h this week']));

  // What the person does, the agent reads.
  await tab.type('form input', 'Buy milk');
  await tab.click('form button');
  await tab.click('.bar:last-child');
  await vi.waitFor(async () => expect(await todos()).toHaveLength(5));
  await vi.waitFor(async () =>
    expect(await call(agent, 'list_todos')).toMatchObject({
      structuredContent: { todos: [{}, {}, {}, { isDone: true }, { text: 'Buy milk' }] },
    }),
  );
  await vi.waitFor(async () =>
    expect(await call(agent, 'read_hours')).toMatchObject({ structuredContent: { Fri: 7, Sun: 2 } }),
  );

  expect(await call(agent, 'set_hours', { day: 'Someday', hours: 1 })).toMatchObject({
    data: { btcpCode: 'INVALID_PARAMS' },
  });
  expect(await call(agent, 'set_todo_done', { id: 99, isDone: true })).toMatchObject({
    data: { reason: expect.stringContaining('No todo has the id 99') },
  });
  expect(problems).toEqual([]);
  agent.destroy();
  await tab.close();
});
