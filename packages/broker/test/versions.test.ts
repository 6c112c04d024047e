import { startBroker } from '@btcp/test-support';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { agentOf, ask, clientOf, TRANSPORTS } from './clients.ts';

// Says one thing on a connection of its own, and gives the answer.
async function say(url: string, method: string, params: object): Promise<{ result?: unknown; error?: unknown }> {
  const socket = new WebSocket(`${url}/btcp`);
  await new Promise((resolve) => socket.once('open', resolve));
  const answered = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
  socket.send(JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }));
  const answer = JSON.parse(await answered);
  socket.close();
  return answer;
}

test.each(['1.0', '1.7', '1.0.3', undefined])('a client that speaks %s is let in', async (version) => {
  await using running = await startBroker();
  const { result } = await say(running.webSocket, 'hello', { clientType: 'browser', version });
  expect(result).toMatchObject({ version: '1.0', sessionId: expect.stringMatching(/./) });
});

test.each(['2.0', '0.9', '10.0', 'one', ''])('a client that speaks %j is refused, with the reason', async (version) => {
  await using running = await startBroker();
  const { error } = await say(running.webSocket, 'hello', { clientType: 'browser', version });
  expect(error).toMatchObject({
    code: -32600,
    data: { btcpCode: 'INVALID_REQUEST', expected: '1.0', reason: expect.stringContaining('BTCP 1.0') },
  });
  expect(running.broker.pages()).toEqual([]);
});

test('a manifest of another major version is refused', async () => {
  await using running = await startBroker();
  expect((await say(running.webSocket, 'tools/register', { btcp: '1.4', tools: [] })).result).toMatchObject({
    success: true,
  });
  expect((await say(running.webSocket, 'tools/register', { btcp: '2.0', tools: [] })).error).toMatchObject({
    data: { reason: expect.stringContaining('the other side 2.0') },
  });
});

test.each(TRANSPORTS)('an agent reads the manifest of a page over %s', async (transport) => {
  await using running = await startBroker();
  const page = clientOf(running, transport, { metadata: { name: 'shop', version: '2.1.0' } });
  const agent = agentOf(running, transport);
  page.registerTool({ name: 'read', description: 'Reads', capabilities: ['dom:read'], handler: () => 1 });
  page.registerTool({ name: 'both', description: 'Both', capabilities: ['dom:read', 'dom:write'], handler: () => 1 });
  await page.connect();
  await agent.connect();
  expect(await ask(agent, 'manifests/list')).toMatchObject({
    manifests: [
      {
        btcp: '1.0',
        name: 'shop',
        version: '2.1.0',
        tools: [{ name: 'read' }, { name: 'both' }],
        capabilities: ['dom:read', 'dom:write'],
      },
    ],
  });
  page.destroy();
  agent.destroy();
});
