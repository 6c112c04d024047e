import { type BTCPClientOptions, createClient } from '@btcp/client';
import { expect, test } from 'vitest';
import { startRawServer } from './raw-server.ts';

const tool = { name: 'fill', description: 'Fills a field', handler: () => 'filled' };

function createPage(options: Partial<BTCPClientOptions>, capabilities = ['dom:write']) {
  const client = createClient({ serverUrl: 'http://localhost', ...options });
  client.registerTool({ ...tool, capabilities });
  return client;
}

test('nothing is granted by default', async () => {
  await expect(createPage({}).callTool('fill')).rejects.toMatchObject({
    code: -32002,
    btcpCode: 'CAPABILITY_DENIED',
    data: { missing: ['dom:write'] },
  });
});

test('grants are checked at each call, and say what is missing', async () => {
  expect(await createPage({ grants: ['dom:write'] }).callTool('fill')).toMatchObject({ content: [{ text: 'filled' }] });
  const page = createPage({ grants: ['dom'] }, ['dom:read', 'clipboard:read']);
  await expect(page.callTool('fill')).rejects.toMatchObject({ data: { missing: ['clipboard:read'] } });
});

test('the person is asked for what is missing, and a yes is remembered', async () => {
  const asked: unknown[] = [];
  const page = createPage({
    grants: (request) => {
      asked.push(request);
      return asked.length > 1;
    },
  });
  await expect(page.callTool('fill')).rejects.toMatchObject({ btcpCode: 'CAPABILITY_DENIED' });
  await page.callTool('fill');
  await page.callTool('fill');
  expect(asked).toEqual([
    { capabilities: ['dom:write'], tool: 'fill' },
    { capabilities: ['dom:write'], tool: 'fill' },
  ]);
});

test('a call that is given up while the person is asked does nothing when they say yes', async () => {
  let grant: (answer: boolean) => void = () => {};
  const page = createPage({
    grants: () =>
      new Promise((resolve) => {
        grant = resolve;
      }),
  });
  let runs = 0;
  page.registerTool({ ...tool, capabilities: ['dom:write'], handler: () => ++runs });
  const giveUp = new AbortController();
  const call = page.callTool('fill', {}, { signal: giveUp.signal });
  giveUp.abort(new Error('given up'));
  grant(true);
  await expect(call).rejects.toThrow('given up');
  expect(runs).toBe(0);
});

test('an agent can ask ahead, sees what was approved, and can list it', async () => {
  await using server = await startRawServer('websocket');
  const client = createClient({ ...server.options, grants: () => ['dom:read'] });
  await client.connect();
  const ask = async (method: string, capabilities?: unknown) => {
    server.send(JSON.stringify({ jsonrpc: '2.0', method, params: { capabilities }, id: 1 }));
    return server.next();
  };
  expect(await ask('capabilities/request', ['dom:read'])).toMatchObject({
    result: { granted: true, capabilities: ['dom:read'] },
  });
  expect(await ask('capabilities/request', ['dom:read', 'dom:write'])).toMatchObject({
    result: { granted: false, approved: ['dom:read'], denied: ['dom:write'] },
  });
  expect(await ask('capabilities/list')).toMatchObject({
    result: { capabilities: expect.arrayContaining(['dom:read']) },
  });
  expect(await ask('capabilities/request', 'dom:read')).toMatchObject({ error: { code: -32602 } });
  client.destroy();
});
