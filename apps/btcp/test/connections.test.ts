import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createClient, webSocketTransport } from '@btcp/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { EventReader } from '../../../packages/host/test/event-reader.ts';
import { readAnswer, requestServer } from '../src/client/server-client.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';

const PAGES = 60;

const home = new TestHome();
let server: RunningServer;
beforeAll(async () => {
  server = await serve(home);
});
afterAll(async () => {
  await server.stop();
  home[Symbol.dispose]();
});

const headers = () => ({ authorization: `Bearer ${server.token}` });

test('idle connections are kept for longer than clients and proxies keep them', async () => {
  const response = await fetch(`${server.url}/health`);
  await response.text();
  expect(response.headers.get('keep-alive')).toBe('timeout=75');
});

test('a read on a connection that the server resets while it is idle is sent again, and a write is not', async () => {
  const asked = { GET: 0, POST: 0 };
  let resets = 0;
  // Answers once on each connection, and resets it when it is used again.
  const sockets = new Set<Socket>();
  const resetting = createServer((socket) => {
    sockets.add(socket);
    let isUsed = false;
    socket.on('error', () => {}).setEncoding('utf8');
    socket.on('data', (text: string) => {
      const method = /^(GET|POST) /.exec(text)?.[1] as 'GET' | 'POST' | undefined;
      if (!method) return;
      asked[method]++;
      if (isUsed) {
        resets++;
        socket.resetAndDestroy();
      } else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      isUsed = true;
    });
  });
  await new Promise<void>((resolve) => resetting.listen(0, '127.0.0.1', resolve));
  const address = { url: `http://127.0.0.1:${(resetting.address() as AddressInfo).port}`, token: null };
  const ask = async (method: string) => readAnswer(await requestServer(address, '/', { method }));
  // A connection is free for the next request soon after an answer, not at once.
  while (resets === 0) expect(await ask('GET')).toEqual({});
  let failure: unknown;
  let posts = 0;
  while (failure === undefined) {
    expect(await ask('GET')).toEqual({});
    posts++;
    failure = await ask('POST').then(
      () => undefined,
      (cause) => cause,
    );
  }
  expect(failure).toMatchObject({ code: 'ECONNRESET' });
  expect(asked.POST).toBe(posts);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => resetting.close(resolve));
});

test('many pages that connect together are all listed in the end, and leave no listeners behind', async () => {
  const events = await EventReader.open(`${server.url}/api/events`, headers());
  const pages = Array.from({ length: PAGES }, (_, index) => {
    const auth = { type: 'bearer' as const, token: server.token ?? '' };
    const page = createClient({ serverUrl: server.url, auth, transport: webSocketTransport({ WebSocket }) });
    page.registerTool({ name: `tool_${index}`, description: '', inputSchema: {}, handler: async () => 'done' });
    return page;
  });
  await Promise.all(pages.map((page) => page.connect()));
  await events.next(
    'connected',
    ({ connected }) =>
      connected.length === PAGES && connected.every(({ tools }: { tools: unknown[] }) => tools.length === 1),
  );
  const asked = Array.from({ length: 200 }, () => fetch(`${server.url}/api/config`, { headers: headers() }));
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
  await Promise.all(pages.map((page) => page.disconnect()));
  const newest = () => events.events.findLast(({ type }) => type === 'connected');
  await events.next('connected', (event) => event.connected.length === 0 && event === newest());
  events.close();
  expect(server.log).not.toContain('MaxListenersExceededWarning');
});
