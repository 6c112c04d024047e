import { createClient, MCPBridge, webSocketTransport } from '@btcp/client';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

// A page whose tools a plain MCP client reaches through the bridge, over a WebSocket.
async function setUp() {
  const page = createClient({ serverUrl: 'http://localhost' });
  page.registerTool({
    name: 'greet',
    description: 'Greets somebody',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    annotations: { readOnlyHint: true },
    handler: ({ name }) => `Hello ${name}`,
  });
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/mcp' });
  await new Promise((resolve) => server.on('listening', resolve));
  closers.push(() => server.close());
  const connected = new Promise<WebSocket>((resolve) => server.on('connection', resolve));
  const { port } = Object(server.address());
  const bridge = new MCPBridge({
    mcpEndpoint: `http://127.0.0.1:${port}`,
    btcpClient: page,
    transport: webSocketTransport({ WebSocket }),
  });
  await bridge.expose();
  const socket = await connected;
  const transport: Parameters<Client['connect']>[0] = {
    async start() {
      socket.on('message', (data) => transport.onmessage?.(JSON.parse(String(data))));
    },
    send: async (message) => socket.send(JSON.stringify(message)),
    close: async () => socket.close(),
  };
  let onListChange = () => {};
  const changed = new Promise<void>((resolve) => {
    onListChange = resolve;
  });
  const host = new Client({ name: 'test-host', version: '1.0.0' });
  host.setNotificationHandler('notifications/tools/list_changed', () => onListChange());
  await host.connect(transport);
  return { page, bridge, host, changed };
}

test('an MCP client lists and calls the tools of the page', async () => {
  const { host, bridge } = await setUp();
  expect(host.getServerVersion()).toMatchObject({ name: 'btcp-page' });
  expect(await host.listTools()).toMatchObject({
    tools: [
      {
        name: 'greet',
        description: 'Greets somebody',
        inputSchema: { type: 'object', required: ['name'] },
        annotations: { readOnlyHint: true },
      },
    ],
  });
  expect(await host.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({
    content: [{ type: 'text', text: 'Hello Ada' }],
  });
  await bridge.close();
});

test('what goes wrong in a tool is reported to the model, what is wrong with the call stays an error', async () => {
  const { host, page, bridge } = await setUp();
  page.registerTool({ name: 'fails', description: 'Fails', handler: () => Promise.reject(new Error('no form')) });
  page.registerTool({ name: 'denied', description: 'Denied', capabilities: ['dom:write'], handler: () => 1 });
  expect(await host.callTool({ name: 'fails' })).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'Tool execution error: no form' }],
  });
  expect(await host.callTool({ name: 'denied' })).toMatchObject({ isError: true });
  await expect(host.callTool({ name: 'greet', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  await expect(host.callTool({ name: 'unknown' })).rejects.toMatchObject({ code: -32000 });
  await bridge.close();
});

test('images, resources and structured values arrive as MCP has them', async () => {
  const { host, page, bridge } = await setUp();
  page.registerTool({ name: 'object', description: 'An object', handler: () => ({ a: 1 }) });
  page.registerTool({ name: 'list', description: 'A list', handler: () => [1] });
  page.registerTool({ name: 'bytes', description: 'Bytes', handler: () => new Uint8Array([1]) });
  page.registerTool({
    name: 'image',
    description: 'An image',
    handler: () => ({ type: 'image', data: 'AA==', mimeType: 'image/png' }),
  });
  expect(await host.callTool({ name: 'object' })).toMatchObject({ structuredContent: { a: 1 } });
  expect(await host.callTool({ name: 'list' })).toEqual({ content: [{ type: 'text', text: '[1]' }] });
  expect(await host.callTool({ name: 'image' })).toMatchObject({ content: [{ type: 'image', mimeType: 'image/png' }] });
  expect(await host.callTool({ name: 'bytes' })).toMatchObject({
    content: [{ type: 'resource', resource: { uri: 'btcp:result', blob: 'AQ==' } }],
  });
  await bridge.close();
});

test('the MCP client is notified when the tools change', async () => {
  const { host, page, bridge, changed } = await setUp();
  page.unregisterTool('greet');
  await changed;
  expect(await host.listTools()).toMatchObject({ tools: [] });
  await bridge.close();
});
