import { startBroker, startProxy } from '@btcp/test-support';
import { describe, expect, test, vi } from 'vitest';
import { agentOf, ask, callTool, clientOf, nextEvent, TRANSPORTS } from './clients.ts';

const title = { name: 'get_page_title', description: 'The title of the page', handler: () => 'Shop' };

// A page behind a network that can be cut, and an agent that is connected directly.
async function setUp(
  transport: (typeof TRANSPORTS)[number],
  options: Parameters<typeof startBroker>[0] = {},
  pageOptions: Parameters<typeof clientOf>[2] = {},
) {
  const running = await startBroker(options);
  const proxy = await startProxy(running.port);
  const scheme = transport === 'websocket' ? 'ws' : 'http';
  const serverUrl = `${scheme}://127.0.0.1:${proxy.port}`;
  const page = clientOf(running, transport, { serverUrl, ...pageOptions });
  const agent = agentOf(running, 'websocket');
  page.registerTool(title);
  await page.connect();
  await agent.connect();
  return {
    running,
    proxy,
    serverUrl,
    page,
    agent,
    async [Symbol.asyncDispose]() {
      page.destroy();
      agent.destroy();
      await proxy[Symbol.asyncDispose]();
      await running.kill();
    },
  };
}

describe.each(TRANSPORTS)('a page that loses its connection over %s', (transport) => {
  test('comes back to the same session, and agents go on as if nothing had happened', async () => {
    await using world = await setUp(transport);
    const { page, agent, proxy, running } = world;
    const sessionId = running.broker.pages()[0]?.sessionId;
    const seen: (boolean | undefined)[] = [];
    running.broker.onChange(() => seen.push(running.broker.pages()[0]?.isAway));
    const back = nextEvent(page, 'connect');
    proxy.cut();
    expect(await back).toEqual({ sessionId });
    expect(seen).toContain(true);
    expect(running.broker.pages()[0]?.isAway).toBe(false);
    expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
    expect(running.broker.pages()).toHaveLength(1);
  });

  test('a call that runs meanwhile is answered once, with its result', async () => {
    await using world = await setUp(transport);
    const { page, agent, proxy } = world;
    let runs = 0;
    let finish: (value: string) => void = () => {};
    const started = new Promise<void>((resolve) => {
      page.registerTool({
        ...title,
        name: 'slow',
        handler: () => {
          runs += 1;
          resolve();
          return new Promise((done) => {
            finish = done;
          });
        },
      });
    });
    const answer = callTool(agent, 'slow');
    await started;
    const gone = nextEvent(page, 'disconnect');
    const back = nextEvent(page, 'connect');
    proxy.cut();
    await gone;
    finish('done');
    await back;
    expect(await answer).toMatchObject({ content: [{ text: 'done' }] });
    expect(runs).toBe(1);
  });

  test('a call made while it is away waits for it', async () => {
    await using world = await setUp(transport);
    const { page, agent, proxy } = world;
    const gone = nextEvent(page, 'disconnect');
    proxy.cut();
    await gone;
    expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
  });

  test('that does not come back in time is gone, and its calls are answered with an error', async () => {
    await using world = await setUp(transport, { resumeWindow: 20 });
    const { page, agent, proxy, running } = world;
    page.registerTool({ ...title, name: 'hangs', handler: () => new Promise(() => {}) });
    await ask(page, 'ping');
    const answer = callTool(agent, 'hangs');
    await ask(agent, 'ping');
    page.on('reconnect', () => page.destroy());
    await proxy[Symbol.asyncDispose]();
    expect(await answer).toMatchObject({ code: -32001, data: { btcpCode: 'CONNECTION_LOST' } });
    expect(running.broker.pages()).toEqual([]);
  });

  test('over a network that swallows everything notices, and is back when the network is', async () => {
    await using world = await setUp(transport, {}, { heartbeatInterval: 100 });
    const { page, agent, proxy } = world;
    const gone = nextEvent(page, 'disconnect');
    proxy.freeze();
    expect(await gone).toEqual({ reason: 'no answer', code: 1006 });
    const back = nextEvent(page, 'connect');
    proxy.thaw();
    await back;
    expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
  });

  test('nothing is lost or doubled when the connection is cut again and again', async () => {
    await using world = await setUp(transport);
    const { page, agent, proxy } = world;
    const counts = new Map<unknown, number>();
    page.registerTool({
      ...title,
      name: 'count',
      handler: ({ number }) => {
        counts.set(number, (counts.get(number) ?? 0) + 1);
        return { number };
      },
    });
    await ask(page, 'ping');
    const calls: Promise<unknown>[] = [];
    const callSome = () => {
      for (let i = 0; i < 20; i += 1) calls.push(callTool(agent, 'count', { number: calls.length }));
    };
    for (let round = 0; round < 6; round += 1) {
      callSome();
      const back = nextEvent(page, 'connect');
      await new Promise((resolve) => setTimeout(resolve, round));
      proxy.cut();
      callSome();
      await back;
    }
    const outcomes = await Promise.all(calls);
    for (const [number, answer] of outcomes.entries()) {
      const outcome = Object(answer);
      expect(counts.get(number) ?? 0).toBeLessThanOrEqual(1);
      if (outcome.structuredContent) expect(outcome.structuredContent).toEqual({ number });
      // A WebSocket cannot know whether what was on the way arrived; it says so, and never runs a call twice.
      else expect([transport, outcome.data.btcpCode]).toEqual(['websocket', 'CONNECTION_LOST']);
    }
  });
});

test('a resume token is good for its owner only, and not for a guess', async () => {
  await using world = await setUp('websocket');
  const stranger = clientOf(world.running, 'websocket');
  await stranger.connect();
  const guess = { clientType: 'browser', version: '1.0', sessionId: world.running.broker.pages()[0]?.sessionId };
  for (const resumeToken of ['', 'guess', null])
    expect(await ask(stranger, 'hello', { ...guess, resumeToken })).toMatchObject({ resumed: false });
  stranger.destroy();
});

test('a page that takes no sign of life for long is dropped, and comes back when it wakes', async () => {
  await using world = await setUp('websocket', { heartbeatInterval: 300 });
  const { page, agent, proxy, running } = world;
  const gone = new Promise<void>((resolve) => {
    const watch = setInterval(async () => {
      if (Object(await ask(agent, 'session/info')).hasBrowser) return;
      clearInterval(watch);
      resolve();
    }, 10);
  });
  proxy.freeze();
  await gone;
  const back = nextEvent(page, 'connect');
  proxy.thaw();
  await back;
  expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
  expect(running.broker.pages()).toHaveLength(1);
});

test.each(TRANSPORTS)(
  'a server that restarts in the middle of a call fails it once, and all are back over %s',
  async (transport) => {
    const first = await startBroker();
    const page = clientOf(first, transport);
    const agent = agentOf(first, transport);
    let signal: AbortSignal | undefined;
    const started = new Promise<void>((resolve) => {
      page.registerTool({
        ...title,
        name: 'hangs',
        handler: (_params, context) => {
          signal = context.signal;
          resolve();
          return new Promise(() => {});
        },
      });
    });
    page.registerTool(title);
    await page.connect();
    await agent.connect();
    const answer = expect(callTool(agent, 'hangs')).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
    await started;
    const back = Promise.all([nextEvent(page, 'connect'), nextEvent(agent, 'connect')]);
    await first.kill();
    await using _second = await startBroker({}, first.port);
    await answer;
    await back;
    expect(signal?.aborted).toBe(true);
    expect(await callTool(agent, 'get_page_title')).toMatchObject({ content: [{ text: 'Shop' }] });
    page.destroy();
    agent.destroy();
  },
);

test('a page whose goodbye comes after the end of its event stream is gone at once', async () => {
  await using running = await startBroker();
  const stream = new AbortController();
  const { body } = await fetch(`${running.http}/btcp/events`, { signal: stream.signal });
  const greeting = new TextDecoder().decode((await body?.getReader().read())?.value);
  const { clientId } = JSON.parse(greeting.replace(/^[\s\S]*?data: /, '')).params;
  expect(running.broker.pages()).toHaveLength(1);
  stream.abort();
  const leave = () =>
    fetch(`${running.http}/btcp/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'btcp-client': clientId },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'session/leave' }),
    });
  // Long enough for the broker to see the end of the stream.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(running.broker.pages()).toHaveLength(1);
  expect((await leave()).status).toBe(200);
  expect(running.broker.pages()).toEqual([]);
});

test('a page that leaves right after an answer is gone at once', async () => {
  await using running = await startBroker();
  const page = clientOf(running, 'http-streaming');
  page.registerTool(title);
  await page.connect();
  expect(await running.broker.pages()[0]?.call(title.name)).toMatchObject({ content: [{ text: 'Shop' }] });
  await page.disconnect();
  await vi.waitFor(() => expect(running.broker.pages()).toEqual([]));
});
