import { createClient, type Plugin } from '@btcp/client';
import { describe, expect, test } from 'vitest';
import { type RawServer, startRawServer, TRANSPORTS } from './raw-server.ts';

// The methods that the examples of the JSON-RPC 2.0 specification call.
function exampleMethods(): Plugin {
  return {
    handle(method, params) {
      const values = Object.values(params).map(Number);
      if (method === 'subtract')
        return 'minuend' in params
          ? Number(params.minuend) - Number(params.subtrahend)
          : Number(values[0]) - Number(values[1]);
      if (method === 'sum') return values.reduce((total, value) => total + value, 0);
      if (method === 'get_data') return ['hello', 5];
      return ['update', 'foobar_notification', 'notify_hello', 'notify_sum'].includes(method) ? true : undefined;
    },
  };
}

async function connected(server: RawServer) {
  const client = createClient({ ...server.options, plugins: [exampleMethods] });
  await client.connect();
  return { [Symbol.dispose]: () => client.destroy() };
}

// What the specification shows, without the `data` that we add to errors.
function bare(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message, (key, value) => (key === 'data' ? undefined : value)));
}

const INVALID = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid Request' }, id: null };

const ANSWERED: [string, string, unknown][] = [
  [
    'positional parameters',
    '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
    { jsonrpc: '2.0', result: 19, id: 1 },
  ],
  [
    'positional parameters the other way',
    '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
    { jsonrpc: '2.0', result: -19, id: 2 },
  ],
  [
    'named parameters',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    { jsonrpc: '2.0', result: 19, id: 3 },
  ],
  [
    'named parameters in another order',
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    { jsonrpc: '2.0', result: 19, id: 4 },
  ],
  [
    'a method that does not exist',
    '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
    { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '1' },
  ],
  ['an invalid request', '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', INVALID],
  ['an empty batch', '[]', INVALID],
  ['an invalid batch of one', '[1]', [INVALID]],
  ['an invalid batch', '[1,2,3]', [INVALID, INVALID, INVALID]],
  [
    'a batch of everything',
    `[
      {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
    ]`,
    [
      { jsonrpc: '2.0', result: 7, id: '1' },
      { jsonrpc: '2.0', result: 19, id: '2' },
      INVALID,
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: '5' },
      { jsonrpc: '2.0', result: ['hello', 5], id: '9' },
    ],
  ],
];

const UNANSWERED: [string, string][] = [
  ['a notification', '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}'],
  ['a notification without parameters', '{"jsonrpc": "2.0", "method": "foobar_notification"}'],
  ['a notification of an unknown method', '{"jsonrpc": "2.0", "method": "nobody_knows"}'],
  [
    'a batch of notifications',
    '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
  ],
];

const MALFORMED: [string, string][] = [
  ['broken JSON', '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]'],
  ['a broken batch', '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]'],
];

const LATER = '{"jsonrpc":"2.0","method":"sum","params":[1],"id":"later"}';

describe.each(TRANSPORTS)('the examples of JSON-RPC 2.0 over %s', (kind) => {
  test.each(ANSWERED)('%s', async (_name, text, answer) => {
    await using server = await startRawServer(kind);
    using _client = await connected(server);
    server.send(text);
    expect(bare(await server.next())).toEqual(answer);
  });

  test.each(UNANSWERED)('%s gets no answer', async (_name, text) => {
    await using server = await startRawServer(kind);
    using _client = await connected(server);
    server.send(text);
    server.send(LATER);
    expect(await server.next()).toEqual({ jsonrpc: '2.0', result: 1, id: 'later' });
  });
});

// Two ends in one memory exchange values, so there is no text that could be malformed.
describe.each(['websocket', 'http-streaming'] as const)('text that is not JSON over %s', (kind) => {
  test.each(MALFORMED)('%s', async (_name, text) => {
    await using server = await startRawServer(kind);
    using _client = await connected(server);
    server.send(text);
    expect(bare(await server.next())).toEqual({
      jsonrpc: '2.0',
      error: { code: -32700, message: 'Parse error' },
      id: null,
    });
  });
});

describe('what the examples leave out', () => {
  test.each([
    ['a wrong version', '{"jsonrpc":"1.0","method":"sum","id":7}', { ...INVALID, id: 7 }],
    ['no version', '{"method":"sum","id":"x"}', { ...INVALID, id: 'x' }],
    [
      'parameters that are neither list nor object',
      '{"jsonrpc":"2.0","method":"sum","params":5,"id":1}',
      { ...INVALID, id: 1 },
    ],
    ['an id that is no id', '{"jsonrpc":"2.0","method":"sum","id":{}}', INVALID],
    ['a key named __proto__', '{"jsonrpc":"2.0","method":"sum","params":{"__proto__":{"a":1}},"id":1}', INVALID],
    [
      'a disguised key named __proto__',
      '{"jsonrpc":"2.0","method":"sum","params":{"\\u005f_proto__":1},"id":1}',
      INVALID,
    ],
    ['nesting without end', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, INVALID],
    ['a bomb of a batch', `[${Array(101).fill('1').join()}]`, INVALID],
  ])('%s is refused', async (_name, text, answer) => {
    await using server = await startRawServer('websocket');
    using _client = await connected(server);
    server.send(text);
    expect(bare(await server.next())).toEqual(answer);
  });

  test.each([1, 1.5, 'text', '', null])('the id %j comes back as it was', async (id) => {
    await using server = await startRawServer('websocket');
    using _client = await connected(server);
    server.send(JSON.stringify({ jsonrpc: '2.0', method: 'sum', params: [2], id }));
    expect(await server.next()).toEqual({ jsonrpc: '2.0', result: 2, id });
  });

  test('a second request with an id that is still being answered is refused, and the first is answered', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    let finish: (value: string) => void = () => {};
    client.onToolCall(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await client.connect();
    const call = JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'slow' }, id: 5 });
    server.send(call);
    server.send(call);
    expect(bare(await server.next())).toEqual({ ...INVALID, id: 5 });
    finish('done');
    expect(await server.next()).toMatchObject({ result: { content: [{ text: 'done' }] }, id: 5 });
    client.destroy();
  });

  test('an answer to an unknown id, a late one and a malformed one are reported and not answered', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient({ ...server.options, plugins: [exampleMethods] });
    await client.connect();
    const errors: string[] = [];
    client.on('error', ({ error }) => errors.push(error.message));
    server.send('{"jsonrpc":"2.0","result":1,"id":999}');
    server.send('{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":"both"},"id":999}');
    server.send('{"jsonrpc":"2.0","error":"no object","id":999}');
    server.send(LATER);
    expect(await server.next()).toMatchObject({ id: 'later' });
    expect(errors).toHaveLength(3);
    client.destroy();
  });

  test('lone surrogates and 64 levels survive the way there and back', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    client.registerTool({ name: 'echo', description: 'Gives back its input', handler: ({ value }) => ({ value }) });
    await client.connect();
    const value = JSON.parse(`${'{"a":'.repeat(64)}"\\ud800 text"${'}'.repeat(64)}`);
    server.send(
      JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo', arguments: { value } }, id: 1 }),
    );
    expect(await server.next()).toMatchObject({ result: { structuredContent: { value } } });
    client.destroy();
  });

  test('a message of 10 MB is taken, a larger one refused, and a result that is too large becomes an error', async () => {
    await using server = await startRawServer('websocket');
    const client = createClient(server.options);
    client.onToolCall((name, params) => (name === 'length' ? JSON.stringify(params).length : 'x'.repeat(11_000_000)));
    await client.connect();
    const call = (name: string, size: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        method: 'tools/call',
        params: { name, arguments: { text: 'y'.repeat(size) } },
        id: name,
      });
    server.send(call('length', 10_000_000));
    expect(await server.next()).toMatchObject({ result: { structuredContent: 10_000_011 }, id: 'length' });
    server.send(call('length', 11_000_000));
    expect(bare(await server.next())).toEqual(INVALID);
    server.send(call('large', 1));
    expect(await server.next()).toMatchObject({
      error: { code: -32001, data: { btcpCode: 'OUTPUT_TOO_LARGE' } },
      id: 'large',
    });
    client.destroy();
  });
});
