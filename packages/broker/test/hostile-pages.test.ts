import { remotePageEngine, tokenAccess } from '@btcp/broker';
import { PAGE_TOOL } from '@btcp/protocol';
import { type RunningBroker, startBroker } from '@btcp/test-support';
import { Conversations, callTool, createToolSet, pageTools } from '@btcp/tools';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

const SHOP = 'https://shop.test';
const EVIL = 'https://evil.test';
const authenticate = tokenAccess([{ token: 'the-full-one' }, { token: 'for-pages', role: 'page' }]);
const start = () => startBroker({ authenticate, allowedOrigins: [SHOP, EVIL] });

type Answer = { result?: Record<string, unknown>; error?: { data: Record<string, unknown> } };

// A connection as a page of this origin opens it, or a program where it has none.
async function connect(running: RunningBroker, token: string, origin?: string) {
  const socket = new WebSocket(`${running.webSocket}/btcp`, ['btcp.v1', `bearer.${token}`], origin ? { origin } : {});
  const waiting = new Map<number, (answer: Answer) => void>();
  const calls: unknown[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.method === 'tools/call') {
      calls.push(message.params);
      const text = `from ${origin}`;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text }] } }));
    } else waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  let id = 0;
  const ask = (method: string, params: unknown = {}) =>
    new Promise<Answer>((resolve) => {
      waiting.set(++id, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', method, params, id }));
    });
  return { ask, calls, close: () => socket.terminate() };
}

async function openPage(running: RunningBroker, origin?: string, name = 'pay', token = 'for-pages') {
  const page = await connect(running, token, origin);
  const welcome = await page.ask('hello', { clientType: 'browser', version: '1.0' });
  await page.ask('tools/register', { tools: [{ name, description: 'Pays' }] });
  return { ...page, sessionId: String(welcome.result?.sessionId) };
}

test.each([
  ['a token for pages', 'for-pages', undefined],
  ['a token for pages, in a page', 'for-pages', EVIL],
  ['the full token, in a page', 'the-full-one', EVIL],
])('%s does not act as an agent on other pages', async (_, token, origin) => {
  await using running = await start();
  const shop = await openPage(running, SHOP);
  const { sessionId } = shop;
  for (const [method, params] of [
    ['hello', { clientType: 'agent', version: '1.0' }],
    ['session/list', {}],
    ['session/join', { sessionId }],
    ['session/info', { sessionId }],
    ['tools/list', { sessionId }],
    ['manifests/list', { sessionId }],
    ['tools/call', { sessionId, name: 'pay' }],
    ['tools/callBatch', { sessionId, calls: [{ name: 'pay' }] }],
    ['capabilities/request', { sessionId, capabilities: ['dom:write'] }],
  ] as const) {
    const { error, result } = await (await connect(running, token, origin)).ask(method, params);
    expect(JSON.stringify(error ?? result), method).toContain('UNAUTHORIZED');
  }
  const evil = await openPage(running, origin, 'other', token);
  for (const method of ['tools/list', 'session/info', 'manifests/list']) {
    expect((await evil.ask(method, { sessionId })).error?.data.btcpCode, method).toBe('SESSION_NOT_FOUND');
  }
  const stream = `${running.http}/btcp/events?clientType=agent`;
  const headers = { authorization: `Bearer ${token}`, ...(origin ? { origin } : {}) };
  expect((await fetch(stream, { headers })).status).toBe(403);
  expect(shop.calls).toEqual([]);
});

test('a program with the full token is an agent as before', async () => {
  await using running = await start();
  const shop = await openPage(running, SHOP);
  const agent = await connect(running, 'the-full-one');
  expect((await agent.ask('session/list')).result).toMatchObject({ sessions: [{ id: shop.sessionId, origin: SHOP }] });
  expect(await agent.ask('tools/call', { name: 'pay' })).toMatchObject({
    result: { content: [{ text: `from ${SHOP}` }] },
  });
});

const open = (running: RunningBroker, path: string, origin?: string) =>
  fetch(`${running.http}${path}`, {
    headers: { authorization: 'Bearer for-pages', ...(origin ? { origin } : {}) },
  });
const say = (running: RunningBroker, query: string, message: object, origin?: string) =>
  fetch(`${running.http}/message?${query}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer for-pages',
      'content-type': 'application/json',
      ...(origin ? { origin } : {}),
    },
    body: JSON.stringify(message),
  });

test('nobody evicts a page by its id or its name, or speaks for it', async () => {
  await using running = await start();
  const { sessionId } = await openPage(running, SHOP);
  const named = await open(running, '/events?sessionId=my-shop', SHOP);
  expect(named.status).toBe(200);
  for (const origin of [undefined, EVIL, SHOP]) {
    for (const id of [sessionId, 'my-shop']) {
      expect((await open(running, `/events?sessionId=${id}`, origin)).status, `${id} by ${origin}`).toBe(409);
    }
  }
  expect(running.broker.pages()).toHaveLength(2);
  const tools = { jsonrpc: '2.0', method: 'tools/register', params: { tools: [{ name: 'evil' }] }, id: 1 };
  for (const id of [sessionId, 'my-shop']) {
    for (const origin of [undefined, EVIL]) {
      expect((await say(running, `sessionId=${id}`, tools, origin)).status, `${id} by ${origin}`).toBe(404);
    }
  }
  expect(running.broker.pages().flatMap((page) => page.tools.map(({ name }) => name))).toEqual(['pay']);
  expect((await say(running, 'sessionId=my-shop', tools, SHOP)).status).toBe(200);
  await named.body?.cancel();
});

test('what a page says of itself is bounded', async () => {
  await using running = await start();
  const page = await connect(running, 'for-pages', EVIL);
  const hello = { clientType: 'browser', version: '1.0' };
  expect((await page.ask('hello', { ...hello, metadata: { title: 'x'.repeat(20_000) } })).error?.data).toMatchObject({
    field: 'metadata',
    reason: 'maxLength',
  });
  const tools = Array.from({ length: 100 }, (_, index) => ({ name: `t${index}`, description: 'x'.repeat(20_000) }));
  expect((await page.ask('tools/register', { tools })).error?.data).toMatchObject({
    field: 'tools',
    reason: 'maxLength',
  });
  expect(running.broker.pages().map((each) => each.tools)).toEqual([[]]);
});

test('two pages that claim one name are distinguished, and a call goes to the one that is meant', async () => {
  await using running = await start();
  const conversation = new Conversations(remotePageEngine(running.broker)).get('any');
  const tools = createToolSet(pageTools(running.broker));
  const call = (name: string, input: object) =>
    callTool({ tools, name, input, conversation, signal: new AbortController().signal });
  const shop = await openPage(running, SHOP);
  expect((await call('page_tool_call', { name: 'pay' })).text).toContain(`from ${SHOP}`);
  const evil = await openPage(running, EVIL);
  await expect(call('page_tool_call', { name: 'pay', arguments: { card: '4111' } })).rejects.toMatchObject({
    code: 'ambiguous',
    message: expect.stringContaining(`${shop.sessionId} (${SHOP}), ${evil.sessionId} (${EVIL})`),
  });
  expect([shop.calls.length, evil.calls.length]).toEqual([1, 0]);
  expect((await call('page_tool_call', { name: 'pay', page: shop.sessionId })).text).toContain(`from ${SHOP}`);
  expect((await call('page_tools_list', {})).data).toMatchObject({ pages: [{ origin: SHOP }, { origin: EVIL }] });
  evil.close();
  await vi.waitFor(() => expect(running.broker.pages().some(({ isAway }) => isAway)).toBe(true));
  // Gone or not: it may come back.
  await expect(call('page_tool_call', { name: 'pay' })).rejects.toMatchObject({ code: 'ambiguous' });
});

test('a page that connects while another is left does not take its place', async () => {
  await using running = await start();
  const shop = await openPage(running, SHOP, PAGE_TOOL);
  const session = await remotePageEngine(running.broker).open('any');
  const evil = openPage(running, EVIL, PAGE_TOOL);
  await shop.ask('session/leave');
  shop.close();
  const { signal } = new AbortController();
  const gone = session.navigate(`${SHOP}/next`, { waitUntil: 'load', timeout: 500, signal });
  await expect(gone).rejects.toMatchObject({ code: 'navigation_failed' });
  expect((await evil).calls).toEqual([]);
});
