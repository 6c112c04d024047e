import { connect } from 'node:net';
import { startBroker } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { agentOf, ask, callTool, clientOf, TRANSPORTS } from './clients.ts';

const title = { name: 'get_page_title', description: 'The title of the page', handler: () => 'Shop' };

async function openRaw(url: string): Promise<{ socket: WebSocket; next(): Promise<unknown>; closed: Promise<number> }> {
  const socket = new WebSocket(url);
  const received: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    const waiter = waiting.shift();
    if (waiter) waiter(message);
    else received.push(message);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return {
    socket,
    closed,
    next: () =>
      received.length > 0 ? Promise.resolve(received.shift()) : new Promise((resolve) => waiting.push(resolve)),
  };
}

test.each([
  ['text that is no JSON', '{"jsonrpc": "2.0", "method"', -32700],
  [
    'a message that is too large',
    JSON.stringify({ jsonrpc: '2.0', method: 'ping', params: ['x'.repeat(2500)] }),
    -32600,
  ],
  ['nesting without end', '['.repeat(900) + ']'.repeat(900), -32600],
  ['a key named __proto__', '{"jsonrpc":"2.0","method":"ping","params":{"__proto__":1},"id":1}', -32600],
  ['an empty batch', '[]', -32600],
  ['a bomb of a batch', `[${Array(200).fill(1).join()}]`, -32600],
])('%s is refused, and the connection goes on', async (_name, text, code) => {
  await using running = await startBroker({ limits: { messageSize: 2000 } });
  const { socket, next } = await openRaw(`${running.webSocket}/btcp`);
  socket.send(text);
  expect(await next()).toMatchObject({ error: { code }, id: null });
  socket.send('{"jsonrpc":"2.0","method":"ping","id":1}');
  expect(await next()).toMatchObject({ result: { pong: true }, id: 1 });
  socket.terminate();
});

test('a flood, binary frames and frames without measure end the connection', async () => {
  await using running = await startBroker({ limits: { messageSize: 2000, messagesPerSecond: 10 } });
  const flood = await openRaw(`${running.webSocket}/btcp`);
  for (let i = 0; i < 200; i += 1) flood.socket.send('{"jsonrpc":"2.0","method":"ping"}');
  expect(await flood.closed).toBe(1008);
  const binary = await openRaw(`${running.webSocket}/btcp`);
  binary.socket.send(new Uint8Array([1, 2, 3]));
  expect(await binary.closed).toBe(1003);
  const large = await openRaw(`${running.webSocket}/btcp`);
  large.socket.send('x'.repeat(100_000));
  expect(await large.closed).toBe(1009);
});

test('by POST: too large is 413, a flood is 429, no JSON is 400, an unknown client is 404', async () => {
  await using running = await startBroker({ limits: { messageSize: 2000, messagesPerSecond: 1 } });
  const stream = await fetch(`${running.http}/btcp/events?clientType=agent`);
  const text = new TextDecoder().decode((await stream.body?.getReader().read())?.value);
  const clientId = String(/"clientId":"([^"]+)"/.exec(text)?.[1]);
  const post = async (body: string, id = clientId) => {
    const headers = { 'content-type': 'application/json', 'btcp-client': id };
    return (await fetch(`${running.http}/btcp/message`, { method: 'POST', headers, body })).status;
  };
  expect(await post('{"jsonrpc":"2.0","method":"ping","id":1}')).toBe(200);
  expect(await post('{"jsonrpc"')).toBe(400);
  expect(await post('x'.repeat(100_000))).toBe(413);
  expect(await post('{}', 'guess')).toBe(404);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post('{"jsonrpc":"2.0","method":"ping"}')));
  expect(statuses).toContain(429);
});

test.each(TRANSPORTS)('no more connections than allowed over %s', async (transport) => {
  await using running = await startBroker({ limits: { connections: 2 } });
  const clients = [clientOf(running, transport), agentOf(running, transport)];
  await Promise.all(clients.map((client) => client.connect()));
  await expect(clientOf(running, transport).connect()).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
  for (const client of clients) client.destroy();
});

test('no more agents on a page and no more calls at once than allowed', async () => {
  await using running = await startBroker({ limits: { agentsPerPage: 1, callsAtOnce: 2 } });
  const page = clientOf(running, 'websocket');
  page.registerTool({ ...title, name: 'hangs', handler: () => new Promise(() => {}) });
  await page.connect();
  const sessionId = running.broker.pages()[0]?.sessionId;
  const [first, second] = [agentOf(running, 'websocket'), agentOf(running, 'websocket')];
  await Promise.all([first.connect(), second.connect()]);
  expect(await ask(first, 'session/join', { sessionId })).toMatchObject({ success: true });
  expect(await ask(second, 'session/join', { sessionId })).toMatchObject({ data: { btcpCode: 'BUSY' } });
  const calls = [1, 2].map(() => callTool(first, 'hangs').catch(() => {}));
  expect(await callTool(first, 'hangs')).toMatchObject({ data: { btcpCode: 'BUSY' } });
  for (const client of [page, first, second]) client.destroy();
  await Promise.all(calls);
});

test('an answer with too many values fails its call at once, and the page stays connected', async () => {
  await using running = await startBroker();
  const page = clientOf(running, 'websocket');
  page.registerTool({ ...title, handler: () => Array(200_000).fill(0) });
  await page.connect();
  const agent = agentOf(running, 'websocket');
  await agent.connect();
  expect(await callTool(agent, 'get_page_title')).toMatchObject({ data: { btcpCode: 'OUTPUT_TOO_LARGE' } });
  page.registerTool({ ...title, name: 'get_small', handler: () => 'small' });
  expect(await callTool(agent, 'get_small')).toMatchObject({ content: [{ text: 'small' }] });
  agent.destroy();
  page.destroy();
});

test('a batch of batches is refused from 500 calls on, and the connection goes on', async () => {
  await using running = await startBroker();
  const page = clientOf(running, 'websocket');
  page.registerTool({ ...title, handler: () => new Promise(() => {}) });
  await page.connect();
  const { socket, next } = await openRaw(`${running.webSocket}/btcp?clientType=agent`);
  const params = { calls: Array(100).fill({ name: 'get_page_title', timeout: 20 }) };
  const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', method: 'tools/callBatch', params, id }));
  socket.send(JSON.stringify(batch));
  const answers = (await next()) as { result?: unknown; error?: { data: { btcpCode: string } } }[];
  expect(answers.filter(({ result }) => result !== undefined)).toHaveLength(5);
  expect(answers.filter(({ error }) => error?.data.btcpCode === 'BUSY')).toHaveLength(95);
  socket.send('{"jsonrpc":"2.0","method":"ping","id":1}');
  expect(await next()).toMatchObject({ result: { pong: true } });
  socket.terminate();
  page.destroy();
});

test('a reader that does not read is cut, and nobody else waits for it', async () => {
  await using running = await startBroker({ limits: { backlog: 1_000_000 }, heartbeatInterval: 60_000 });
  const page = clientOf(running, 'websocket');
  const large = 'x'.repeat(500_000);
  page.registerTool({ ...title, name: 'large', handler: () => large });
  await page.connect();
  // A WebSocket by hand, because every library reads.
  const slow = connect(running.port, '127.0.0.1');
  slow.write(
    `GET /btcp?clientType=agent HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await new Promise((resolve) => slow.once('data', resolve));
  slow.pause();
  const ended = new Promise((resolve) => slow.on('error', resolve).on('close', resolve));
  for (let id = 0; id < 100; id += 1)
    slow.write(frame({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'large' }, id }));
  const agent = agentOf(running, 'websocket');
  await agent.connect();
  expect(await callTool(agent, 'large')).toMatchObject({ content: [{ text: large }] });
  const watch = setInterval(() => slow.write(frame({ jsonrpc: '2.0', method: 'ping' })), 20);
  await ended;
  clearInterval(watch);
  expect(await ask(agent, 'ping')).toMatchObject({ pong: true });
  page.destroy();
  agent.destroy();
});

// A masked text frame; a mask of zeros leaves the text as it is.
function frame(message: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const head = text.length < 126 ? [0x81, 0x80 | text.length] : [0x81, 0xfe, text.length >> 8, text.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), text]);
}
