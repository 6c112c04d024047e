import { createClient } from '@btcp/client';
import { expect, test } from 'vitest';
import { startRawServer, TRANSPORTS } from './raw-server.ts';

// The messages of the client specification, field by field.
test.each(TRANSPORTS)('registration, call, result and error over %s', async (kind) => {
  await using server = await startRawServer(kind);
  const client = createClient({ ...server.options, grants: ['dom:read'] });
  client.registerTool({
    name: 'get_page_title',
    description: 'Returns the current page title',
    capabilities: ['dom:read'],
    handler: () => 'My Page Title',
  });
  await client.connect();
  expect(server.received.at(-1)).toEqual({
    jsonrpc: '2.0',
    method: 'tools/register',
    params: {
      tools: [
        {
          name: 'get_page_title',
          description: 'Returns the current page title',
          inputSchema: {},
          capabilities: ['dom:read'],
        },
      ],
    },
    id: 1,
  });

  server.send(
    '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_page_title","arguments":{}},"id":"call-123"}',
  );
  expect(await server.next()).toEqual({
    jsonrpc: '2.0',
    result: { content: [{ type: 'text', text: 'My Page Title' }] },
    id: 'call-123',
  });

  client.registerTool({
    name: 'search_dom',
    description: 'Search for elements matching a CSS selector',
    inputSchema: { type: 'object', properties: { selector: { type: 'string' } }, required: ['selector'] },
    handler: ({ selector }) => [selector],
  });
  server.send('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"search_dom","arguments":{}},"id":"call-123"}');
  expect(await server.next()).toEqual({
    jsonrpc: '2.0',
    error: {
      code: -32602,
      message: 'Invalid params',
      data: { field: 'selector', reason: 'required', btcpCode: 'INVALID_PARAMS' },
    },
    id: 'call-123',
  });
  client.destroy();
});

test('the greeting says who is there and carries the metadata', async () => {
  await using server = await startRawServer('websocket');
  const client = createClient({ ...server.options, metadata: { app: 'shop' } });
  await client.connect();
  expect(server.received[0]).toEqual({
    jsonrpc: '2.0',
    method: 'hello',
    params: { clientType: 'browser', version: '1.0', metadata: { app: 'shop' } },
    id: 'hello',
  });
  client.destroy();
});

test.each([
  ['unknown', {}, -32000, 'Tool not found', 'TOOL_NOT_FOUND'],
  ['throws', {}, -32001, 'Tool execution error', 'EXECUTION_ERROR'],
  ['throws_text', {}, -32001, 'Tool execution error', 'EXECUTION_ERROR'],
  ['throws_nothing', {}, -32001, 'Tool execution error', 'EXECUTION_ERROR'],
  ['writes', {}, -32002, 'Capability denied', 'CAPABILITY_DENIED'],
  ['hangs', {}, -32003, 'Timeout', 'TIMEOUT'],
  ['hangs_long', { timeout: 5 }, -32003, 'Timeout', 'TIMEOUT'],
])('a call of %s fails with its number, message and string', async (name, extra, code, message, btcpCode) => {
  await using server = await startRawServer('websocket');
  const client = createClient(server.options);
  const never = () => new Promise(() => {});
  const tool = { description: 'A tool that fails' };
  client.registerTool({ ...tool, name: 'throws', handler: () => Promise.reject(new Error('no form here')) });
  client.registerTool({ ...tool, name: 'throws_text', handler: () => Promise.reject('text') });
  client.registerTool({ ...tool, name: 'throws_nothing', handler: () => Promise.reject(Object.create(null)) });
  client.registerTool({ ...tool, name: 'writes', capabilities: ['dom:write'], handler: () => 'written' });
  client.registerTool({ ...tool, name: 'hangs', timeout: 5, handler: never });
  client.registerTool({ ...tool, name: 'hangs_long', handler: never });
  await client.connect();
  server.send(JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { name, ...extra }, id: 1 }));
  expect(await server.next()).toMatchObject({ error: { code, message, data: { btcpCode } }, id: 1 });
  client.destroy();
});
