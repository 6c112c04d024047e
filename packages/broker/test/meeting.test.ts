import { createClient, webSocketTransport } from '@btcp/client';
import { startBroker } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

test.each(['websocket', 'http-streaming'] as const)('a page and an agent meet over %s', async (kind) => {
  await using running = await startBroker();
  const make = (clientType: 'browser' | 'agent') =>
    createClient({
      serverUrl: kind === 'websocket' ? running.webSocket : running.http,
      clientType,
      ...(kind === 'websocket' ? { transport: webSocketTransport({ WebSocket }) } : {}),
    });
  const page = make('browser');
  const agent = make('agent');
  page.on('error', (e) => console.log(e));
  page.registerTool({ name: 'get_page_title', description: 't', handler: () => 'My Page Title' });
  await page.connect();
  await agent.connect();
  const list = await agent.send({ jsonrpc: '2.0', method: 'tools/list', id: 1 });
  expect(list).toMatchObject({ result: { tools: [{ name: 'get_page_title' }] }, id: 1 });
  const answer = await agent.send({
    jsonrpc: '2.0',
    method: 'tools/call',
    params: { name: 'get_page_title' },
    id: 'call-123',
  });
  expect(answer).toEqual({
    jsonrpc: '2.0',
    result: { content: [{ type: 'text', text: 'My Page Title' }] },
    id: 'call-123',
  });
  page.destroy();
  agent.destroy();
});
