import { type BTCPClient, type BTCPEventPayloads, createClient, webSocketTransport } from '@btcp/client';
import { createClient as createCoreClient } from '@btcp/client/core';
import { startBroker } from '@btcp/test-support';
import { describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type RawServer, startRawServer } from './raw-server.ts';

const title = { name: 'get_page_title', description: 'The title of the page', handler: () => 'Shop' };

async function call(server: RawServer, name: string, input: unknown = {}) {
  server.send(
    JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: input }, id: 'call-1' }),
  );
  return server.next();
}

function recorded<Event extends keyof BTCPEventPayloads>(client: BTCPClient, event: Event): BTCPEventPayloads[Event][] {
  const payloads: BTCPEventPayloads[Event][] = [];
  client.on(event, (payload) => payloads.push(payload));
  return payloads;
}

describe('status', () => {
  test('goes from disconnected over connecting to connected and back', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    const changes = recorded(client, 'status:change');
    expect(client.status).toBe('disconnected');
    await client.connect();
    await client.disconnect();
    expect(changes.map(({ status }) => status)).toEqual(['connecting', 'connected', 'disconnected']);
  });

  test('connecting twice is one connection', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    const connects = recorded(client, 'connect');
    await Promise.all([client.connect(), client.connect()]);
    await client.connect();
    expect(connects).toHaveLength(1);
    client.destroy();
  });

  test.each(['ws://127.0.0.1:1', 'http://127.0.0.1:1'])(
    'nobody at %s: connect rejects and says so, and is retried unless that is turned off',
    async (serverUrl) => {
      const transport = serverUrl.startsWith('ws') ? { transport: webSocketTransport({ WebSocket }) } : {};
      const client = createClient({ serverUrl, autoReconnect: false, ...transport });
      const errors = recorded(client, 'error');
      await expect(client.connect()).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
      expect(client.status).toBe('disconnected');
      expect(errors).toMatchObject([{ context: 'connect' }]);
      const patient = createClient({ serverUrl, ...transport });
      await expect(patient.connect()).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
      expect(patient.status).toBe('reconnecting');
      patient.destroy();
    },
  );

  test('an address of WebSocket is reached by HTTP streaming where there is no WebSocket', async () => {
    vi.stubGlobal('WebSocket', undefined);
    await using running = await startBroker();
    const client = createClient({ serverUrl: running.webSocket });
    vi.unstubAllGlobals();
    await client.connect();
    expect(client.status).toBe('connected');
    client.destroy();
  });

  test('disconnect while connecting ends the attempt', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    const connecting = client.connect();
    await client.disconnect();
    await expect(connecting).rejects.toThrow();
    expect(client.status).toBe('disconnected');
  });

  test.each(['websocket', 'http-streaming'] as const)(
    'connect after a disconnect that called off an attempt over %s connects, once',
    async (name) => {
      await using running = await startBroker({ resumeWindow: 50 });
      const transport = name === 'websocket' ? webSocketTransport({ WebSocket }) : name;
      for (const turns of [0, 1, 2]) {
        const client = createClient({ serverUrl: running.http, transport });
        client.registerTool(title);
        const calledOff = client.connect();
        const rejected = expect(calledOff).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
        for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
        void client.disconnect();
        await client.connect();
        await rejected;
        expect(client.status).toBe('connected');
        await vi.waitFor(() => expect(running.broker.pages()).toMatchObject([{ tools: [{ name: title.name }] }]));
        await client.disconnect();
        await vi.waitFor(() => expect(running.broker.pages()).toEqual([]));
      }
    },
  );
});

describe('tools', () => {
  test('are listed with their handlers, replaced by name and removed', () => {
    const client = createClient({ serverUrl: 'http://localhost' });
    const changes = recorded(client, 'tools:change');
    client.registerTool(title);
    const other = { ...title, description: 'Another' };
    client.registerTool(other);
    expect(client.listTools()).toEqual([other]);
    client.unregisterTool('get_page_title');
    client.unregisterTool('never_there');
    expect(client.listTools()).toEqual([]);
    expect(changes).toHaveLength(3);
  });

  test('registered after connecting, several at once are reported in one message', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    await client.connect();
    client.registerTool(title);
    client.registerTool({ ...title, name: 'second' });
    expect(await call(server, 'second')).toMatchObject({ result: { content: [{ text: 'Shop' }] } });
    const registrations = server.received.filter((message) => Object(message).method === 'tools/register');
    expect(registrations).toMatchObject([{ params: { tools: [{ name: 'get_page_title' }, { name: 'second' }] } }]);
    client.destroy();
  });

  test.each(['', 'with space', 'ü', 'x'.repeat(129)])('the name %j is refused', (name) => {
    const client = createClient({ serverUrl: 'http://localhost' });
    expect(() => client.registerTool({ ...title, name })).toThrow(TypeError);
  });

  test('the handler gets its parameters, the id and a signal that ends with the call', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    let given: AbortSignal | undefined;
    client.registerTool({
      ...title,
      timeout: 5,
      handler: (params, { signal, id }) => {
        given = signal;
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject([params, id])));
      },
    });
    await client.connect();
    expect(await call(server, 'get_page_title', { a: 1 })).toMatchObject({ error: { code: -32003 } });
    expect(given?.aborted).toBe(true);
    client.destroy();
  });

  test('a cancelled call is answered at once and only once', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    const finished: (() => void)[] = [];
    client.registerTool({ ...title, handler: () => new Promise((resolve) => finished.push(() => resolve('late'))) });
    await client.connect();
    server.send('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_page_title"},"id":9}');
    server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}');
    expect(await server.next()).toMatchObject({ error: { code: -32001, data: { btcpCode: 'CANCELLED' } }, id: 9 });
    for (const finish of finished) finish();
    server.send('{"jsonrpc":"2.0","method":"ping","id":10}');
    expect(await server.next()).toMatchObject({ result: { pong: true }, id: 10 });
    client.destroy();
  });

  test.each([['sanitize', true] as const, ['sandbox', 'worker'] as const])(
    'the core refuses a tool with %s',
    (part, value) => {
      const client = createCoreClient({ serverUrl: 'ws://localhost' });
      expect(() => client.registerTool({ ...title, [part]: value })).toThrow(`No plugin for ${part}`);
    },
  );

  test('the core takes the sample tools of the specification, and holds calls to what they declare', async () => {
    const client = createCoreClient({ serverUrl: 'ws://localhost', grants: ['dom:read'] });
    client.registerTool({
      name: 'search_dom',
      description: 'Search for elements matching a CSS selector',
      inputSchema: { type: 'object', properties: { selector: { type: 'string' } }, required: ['selector'] },
      capabilities: ['dom:read'],
      handler: ({ selector }) => [selector],
    });
    client.registerTool({ name: 'get_page_title', inputSchema: {}, capabilities: ['dom:write'], handler: () => 'x' });
    expect(await client.callTool('search_dom', { selector: 'p' })).toMatchObject({ structuredContent: ['p'] });
    for (const [params, field] of [[{}, '.selector'] as const, [{ selector: 1 }, '.selector'] as const]) {
      await expect(client.callTool('search_dom', params)).rejects.toMatchObject({
        code: -32602,
        data: { field },
      });
    }
    await expect(client.callTool('get_page_title')).rejects.toMatchObject({ btcpCode: 'CAPABILITY_DENIED' });
    expect(() =>
      client.registerTool({ name: 'odd', inputSchema: { properties: { a: { pattern: 'x' } } }, handler: () => 1 }),
    ).toThrow('pattern needs the plugin inputValidation');
  });

  test.each(['dom:teleport', 'everything', 'storage', 'clipboard:paste', ''])(
    'a tool that declares the unknown capability %j is refused',
    (capability) => {
      const client = createClient({ serverUrl: 'ws://localhost' });
      expect(() => client.registerTool({ ...title, capabilities: [capability] })).toThrow('unknown capability');
    },
  );
});

describe('events', () => {
  test('on gives a function that unsubscribes, off does the same', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    let count = 0;
    const handler = () => {
      count += 1;
    };
    const unsubscribe = client.on('connect', handler);
    unsubscribe();
    client.on('connect', handler);
    client.off('connect', handler);
    await client.connect();
    expect(count).toBe(0);
    client.destroy();
  });

  test('calls, results, messages and errors carry what the specification says', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    const calls = recorded(client, 'tool:call');
    const results = recorded(client, 'tool:result');
    const errors = recorded(client, 'error');
    const messages = recorded(client, 'message');
    client.registerTool(title);
    await client.connect();
    await call(server, 'get_page_title', { a: 1 });
    await call(server, 'unknown');
    expect(calls[0]).toEqual({ name: 'get_page_title', params: { a: 1 }, id: 'call-1' });
    expect(results).toEqual([{ name: 'get_page_title', result: 'Shop', id: 'call-1' }]);
    expect(errors).toMatchObject([{ error: { message: 'Tool not found: unknown' }, context: 'unknown' }]);
    expect(messages.at(-1)).toMatchObject({ method: 'tools/call', params: { name: 'unknown' } });
    client.destroy();
  });

  test('a handler that throws harms neither the others nor the call', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    client.registerTool(title);
    client.on('tool:call', () => {
      throw new Error('mine');
    });
    const calls = recorded(client, 'tool:call');
    const errors = recorded(client, 'error');
    await client.connect();
    expect(await call(server, 'get_page_title')).toMatchObject({ result: { content: [{ text: 'Shop' }] } });
    expect(calls).toHaveLength(1);
    expect(errors).toMatchObject([{ error: { message: 'Internal error: mine' }, context: 'tool:call' }]);
    client.destroy();
  });

  test('onToolCall sees every call and answers those that nobody else does', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    client.registerTool(title);
    const seen: unknown[] = [];
    const stop = client.onToolCall((name, params) => {
      seen.push([name, params]);
      return name === 'open_cart' ? 'opened' : undefined;
    });
    await client.connect();
    expect(await call(server, 'get_page_title')).toMatchObject({ result: { content: [{ text: 'Shop' }] } });
    expect(await call(server, 'open_cart', { id: 1 })).toMatchObject({ result: { content: [{ text: 'opened' }] } });
    stop();
    expect(await call(server, 'open_cart')).toMatchObject({ error: { code: -32000 } });
    expect(seen).toEqual([
      ['get_page_title', {}],
      ['open_cart', { id: 1 }],
    ]);
    client.destroy();
  });
});

describe('send', () => {
  test('resolves with the whole response, keeps the id, and reports errors apart from failures', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    await client.connect();
    const answered = client.send({ jsonrpc: '2.0', method: 'question', id: 'mine' });
    expect(await server.next()).toEqual({ jsonrpc: '2.0', method: 'question', id: 'mine' });
    server.send('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"mine"}');
    expect(await answered).toEqual({
      jsonrpc: '2.0',
      error: { code: -32601, message: 'Method not found' },
      id: 'mine',
    });
    await client.send({ jsonrpc: '2.0', method: 'note' });
    expect(await server.next()).toEqual({ jsonrpc: '2.0', method: 'note' });
    client.destroy();
  });

  test('without an answer it fails with a timeout and asks the server to stop', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient({ ...server.options, timeout: 5 });
    await client.connect();
    await expect(client.send({ jsonrpc: '2.0', method: 'slow', id: 3 })).rejects.toMatchObject({ btcpCode: 'TIMEOUT' });
    await server.next();
    expect(await server.next()).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 3 } });
    client.destroy();
  });

  test('needs a connection', async () => {
    const client = createClient({ serverUrl: 'http://localhost' });
    await expect(client.send({ jsonrpc: '2.0', method: 'x', id: 1 })).rejects.toMatchObject({
      btcpCode: 'CONNECTION_LOST',
    });
  });
});

test('only a client that is wanted listens to the page', async () => {
  await using server = await startRawServer('websocket');
  const page = new EventTarget();
  const add = vi.fn(page.addEventListener.bind(page));
  const remove = vi.fn(page.removeEventListener.bind(page));
  vi.stubGlobal('addEventListener', add);
  vi.stubGlobal('removeEventListener', remove);
  try {
    const client = createClient(server.options);
    expect(add).not.toHaveBeenCalled();
    await client.connect();
    expect(add).toHaveBeenCalled();
    await client.disconnect();
    expect(remove).toHaveBeenCalledWith(...(add.mock.lastCall ?? []));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('destroy leaves nothing behind', async () => {
  await using server = await startRawServer('websocket');
  const client = createClient(server.options);
  const disconnects = recorded(client, 'disconnect');
  client.registerTool(title);
  await client.connect();
  const pending = client.send({ jsonrpc: '2.0', method: 'slow', id: 1 });
  client.destroy();
  await expect(pending).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
  expect(client.status).toBe('disconnected');
  expect(client.listTools()).toEqual([]);
  expect(disconnects).toEqual([]);
});

test('an agent in the same page lists and calls over a memory pair', async () => {
  const { createMemoryPair } = await import('@btcp/client');
  const [pageEnd, agentEnd] = createMemoryPair();
  const page = createClient({ serverUrl: 'memory:', transport: pageEnd });
  const agent = createClient({ serverUrl: 'memory:', transport: agentEnd, clientType: 'agent' });
  const errors = recorded(page, 'error');
  page.registerTool(title);
  await Promise.all([page.connect(), agent.connect()]);
  expect(await agent.send({ jsonrpc: '2.0', method: 'tools/list', id: 1 })).toMatchObject({
    result: { tools: [{ name: 'get_page_title' }] },
  });
  await agent.disconnect();
  expect(errors).toEqual([]);
  page.destroy();
});
