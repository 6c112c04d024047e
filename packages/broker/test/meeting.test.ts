import { startBroker } from '@btcp/test-support';
import { describe, expect, test } from 'vitest';
import { agentOf, ask, callTool, clientOf, nextMessage, TRANSPORTS } from './clients.ts';

const title = { name: 'get_page_title', description: 'The title of the page', handler: () => 'Shop' };

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('an agent lists and calls the tools of a page, and its ids come back as they were', async () => {
    await using running = await startBroker();
    const page = clientOf(running, transport);
    const agent = agentOf(running, transport);
    page.registerTool(title);
    await page.connect();
    await agent.connect();
    expect(await ask(agent, 'tools/list')).toEqual({
      tools: [{ name: 'get_page_title', description: 'The title of the page', inputSchema: {}, capabilities: [] }],
    });
    for (const id of [7, 'call-123', 0.5]) {
      const params = { name: 'get_page_title' };
      expect(await agent.send({ jsonrpc: '2.0', method: 'tools/call', params, id })).toEqual({
        jsonrpc: '2.0',
        result: { content: [{ type: 'text', text: 'Shop' }] },
        id,
      });
    }
    page.destroy();
    agent.destroy();
  });

  test('an agent is notified when the tools change and when the page is gone', async () => {
    await using running = await startBroker();
    const page = clientOf(running, transport);
    const agent = agentOf(running, transport);
    page.registerTool(title);
    await page.connect();
    await agent.connect();
    const [session] = Object(await ask(agent, 'session/list')).sessions;
    expect(await ask(agent, 'session/join', { sessionId: session.id })).toMatchObject({
      success: true,
      sessionId: session.id,
      tools: [{ name: 'get_page_title' }],
    });
    const updated = nextMessage(agent, 'tools/updated');
    page.registerTool({ ...title, name: 'second' });
    expect(await updated).toMatchObject({ tools: [{ name: 'get_page_title' }, { name: 'second' }] });
    const gone = nextMessage(agent, 'browser/disconnected');
    await page.disconnect();
    expect(await gone).toEqual({ sessionId: session.id });
    expect(await callTool(agent, 'second')).toMatchObject({ data: { btcpCode: 'SESSION_NOT_FOUND' } });
    agent.destroy();
  });

  test('many agents on many pages each get the answers to their own calls', async () => {
    await using running = await startBroker();
    const pages = ['one', 'two', 'three'].map((name) => {
      const page = clientOf(running, transport);
      page.registerTool({ ...title, name: 'echo', handler: ({ text }) => `${name} ${text}` });
      return page;
    });
    await Promise.all(pages.map((page) => page.connect()));
    const sessions: string[] = running.broker.pages().map(({ sessionId }) => sessionId);
    const names = await Promise.all(
      running.broker.pages().map(async (page) => Object(await page.call('echo', { text: '' })).content[0].text.trim()),
    );
    const agents = Array.from({ length: 4 }, () => agentOf(running, transport));
    await Promise.all(agents.map((agent) => agent.connect()));
    const calls = agents.flatMap((agent, number) =>
      sessions.map(async (sessionId, index) => {
        const answer = await callTool(agent, 'echo', { text: `from ${number}` }, { sessionId });
        expect(answer).toMatchObject({ content: [{ text: `${names[index]} from ${number}` }] });
      }),
    );
    await Promise.all(calls);
    expect(await callTool(Object(agents[0]), 'echo')).toMatchObject({
      data: { btcpCode: 'SESSION_NOT_FOUND', reason: 'several pages are connected: join one' },
    });
    for (const client of [...pages, ...agents]) client.destroy();
  });

  test('errors of the page reach the agent with their number, string and data', async () => {
    await using running = await startBroker();
    const page = clientOf(running, transport);
    const agent = agentOf(running, transport);
    page.registerTool({ ...title, inputSchema: { type: 'object', required: ['selector'] } });
    await page.connect();
    await agent.connect();
    expect(await callTool(agent, 'get_page_title')).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: { btcpCode: 'INVALID_PARAMS', field: 'selector', reason: 'required' },
    });
    expect(await callTool(agent, 'unknown')).toMatchObject({ code: -32000, data: { btcpCode: 'TOOL_NOT_FOUND' } });
    page.destroy();
    agent.destroy();
  });
});

test('the other methods: get, batch, filter, info, ping, capabilities', async () => {
  await using running = await startBroker();
  const page = clientOf(running, 'websocket', { grants: ['dom:read'] });
  const agent = agentOf(running, 'websocket');
  page.registerTool({ ...title, capabilities: ['dom:read'] });
  page.registerTool({ ...title, name: 'writes', capabilities: ['dom:write'] });
  await page.connect();
  await agent.connect();
  expect(await ask(agent, 'tools/get', { name: 'writes' })).toMatchObject({ name: 'writes' });
  expect(await ask(agent, 'tools/get', { name: 'nothing' })).toMatchObject({ code: -32000 });
  const calls = [{ name: 'get_page_title' }, { name: 'writes' }];
  expect(await ask(agent, 'tools/callBatch', { calls })).toMatchObject([
    { content: [{ text: 'Shop' }] },
    { error: { code: -32002, data: { missing: ['dom:write'] } } },
  ]);
  expect(await ask(agent, 'tools/list', { filter: { excludeCapabilities: ['dom:write'] } })).toMatchObject({
    tools: [{ name: 'get_page_title' }],
  });
  expect(await ask(agent, 'session/info')).toMatchObject({ hasBrowser: true, toolCount: 2 });
  expect(await ask(agent, 'session/ping')).toMatchObject({ pong: true });
  expect(await ask(agent, 'capabilities/list')).toEqual({ capabilities: ['dom:read'] });
  expect(await ask(agent, 'capabilities/request', { capabilities: ['dom:write'] })).toMatchObject({ granted: false });
  expect(await ask(agent, 'no/such/method')).toMatchObject({ code: -32601 });
  page.destroy();
  agent.destroy();
});

test('the program next to the broker sees pages, is notified of changes and calls tools', async () => {
  await using running = await startBroker();
  let changes = 0;
  const stop = running.broker.onChange(() => {
    changes += 1;
  });
  const page = clientOf(running, 'websocket', { metadata: { app: 'shop' } });
  page.registerTool(title);
  await page.connect();
  const [connected] = running.broker.pages();
  expect(connected).toMatchObject({ metadata: { app: 'shop' }, tools: [{ name: 'get_page_title' }], hasEnded: false });
  expect(await connected?.call('get_page_title')).toEqual({ content: [{ type: 'text', text: 'Shop' }] });
  const ended = new Promise<void>((resolve) => running.broker.onChange(() => connected?.hasEnded && resolve()));
  await page.disconnect();
  await ended;
  await expect(connected?.call('get_page_title')).rejects.toMatchObject({ btcpCode: 'SESSION_NOT_FOUND' });
  expect(running.broker.pages()).toEqual([]);
  expect(changes).toBe(3);
  stop();
});

test('the default limits keep tools unique, named and few', async () => {
  await using running = await startBroker({ limits: { toolsPerPage: 2 } });
  const page = clientOf(running, 'websocket');
  await page.connect();
  const register = (tools: unknown) => ask(page, 'tools/register', { tools });
  expect(await register([{ name: 'a' }, { name: 'b' }])).toEqual({ success: true, registered: 2 });
  expect(await register([{ name: 'a' }, { name: 'a' }])).toMatchObject({ data: { reason: 'uniqueItems' } });
  expect(await register([{ name: 'no name' }])).toMatchObject({ data: { field: 'tools[0].name' } });
  expect(await register([{ name: 'a' }, { name: 'b' }, { name: 'c' }])).toMatchObject({ data: { reason: 'maxItems' } });
  expect(await register('all')).toMatchObject({ data: { field: 'tools', reason: 'required' } });
  expect(running.broker.pages()[0]?.tools).toHaveLength(2);
  page.destroy();
});
