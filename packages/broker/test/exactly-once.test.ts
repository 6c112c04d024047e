import { startBroker } from '@btcp/test-support';
import { describe, expect, test, vi } from 'vitest';
import { agentOf, ask, callTool, clientOf, nextMessage, TRANSPORTS } from './clients.ts';

const tool = { name: 'waits', description: 'Ends when the test says so' };

describe.each(TRANSPORTS)('every call is answered exactly once over %s', (transport) => {
  async function setUp() {
    const running = await startBroker();
    const page = clientOf(running, transport);
    const agent = agentOf(running, transport);
    const signals: AbortSignal[] = [];
    const finish: ((value: string) => void)[] = [];
    let onStart = () => {};
    page.registerTool({
      ...tool,
      handler: (_params, { signal }) => {
        signals.push(signal);
        onStart();
        return new Promise((resolve) => finish.push(resolve));
      },
    });
    const problems: string[] = [];
    const answers: unknown[] = [];
    agent.on('error', ({ error }) => problems.push(error.message));
    agent.on('message', (message) => 'result' in message && answers.push(message));
    await page.connect();
    await agent.connect();
    return {
      running,
      page,
      agent,
      signals,
      finish,
      problems,
      started: () =>
        new Promise<void>((resolve) => {
          onStart = resolve;
        }),
      async [Symbol.asyncDispose]() {
        page.destroy();
        agent.destroy();
        await running.kill();
      },
    };
  }

  test('cancelled by its caller: an error at once, the handler is notified, a late result goes nowhere', async () => {
    await using world = await setUp();
    const { agent, page, signals, finish, problems } = world;
    const started = world.started();
    const answer = agent.send({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'waits' }, id: 'mine' });
    await started;
    await agent.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'mine' } });
    expect(await answer).toMatchObject({ error: { code: -32001, data: { btcpCode: 'CANCELLED' } }, id: 'mine' });
    await ask(page, 'ping');
    expect(signals[0]?.aborted).toBe(true);
    finish[0]?.('late');
    await ask(page, 'ping');
    await ask(agent, 'ping');
    expect(problems).toEqual([]);
  });

  test('out of time: a timeout, and the handler is notified', async () => {
    await using world = await setUp();
    const answer = await callTool(world.agent, 'waits', {}, { timeout: 1_000 });
    expect(answer).toMatchObject({ code: -32003, data: { btcpCode: 'TIMEOUT' } });
    await vi.waitFor(() => expect(world.signals[0]?.aborted).toBe(true));
  });

  test('orphaned: when the agent is gone, its calls are cancelled on the page', async () => {
    await using world = await setUp();
    const { agent, page, signals } = world;
    const started = world.started();
    const answer = expect(callTool(agent, 'waits')).rejects.toMatchObject({ btcpCode: 'CONNECTION_LOST' });
    await started;
    const cancelled = nextMessage(page, 'notifications/cancelled');
    await agent.disconnect();
    await answer;
    await cancelled;
    await ask(page, 'ping');
    expect(signals[0]?.aborted).toBe(true);
  });

  test('deserted: when the page leaves, the agent is notified at once', async () => {
    await using world = await setUp();
    const started = world.started();
    const answer = callTool(world.agent, 'waits');
    await started;
    await world.page.disconnect();
    expect(await answer).toMatchObject({ code: -32001, data: { btcpCode: 'CONNECTION_LOST' } });
  });

  test('nobody but the page can answer for it', async () => {
    await using world = await setUp();
    const { agent, running, finish } = world;
    const impostor = agentOf(running, transport);
    const otherPage = clientOf(running, transport);
    await impostor.connect();
    await otherPage.connect();
    const sessionId = running.broker.pages()[0]?.sessionId;
    const started = world.started();
    const answer = callTool(agent, 'waits', {}, { sessionId });
    await started;
    for (const forger of [impostor, otherPage])
      for (const id of ['call-1', 'call-2', 1, 2])
        await forger.send({ jsonrpc: '2.0', result: { content: [{ type: 'text', text: 'forged' }] }, id });
    await ask(impostor, 'ping');
    await ask(otherPage, 'ping');
    finish[0]?.('true');
    expect(await answer).toMatchObject({ content: [{ text: 'true' }] });
    impostor.destroy();
    otherPage.destroy();
  });
});
