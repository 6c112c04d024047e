import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startBroker } from '@btcp/test-support';
import { describe, expect, test } from 'vitest';
import { agentOf, callTool, clientOf, nextEvent, TRANSPORTS } from './clients.ts';

const echo = { name: 'echo', description: 'Gives back its input', handler: (params: unknown) => params };

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('a thousand calls at once are answered, each with its own result', async () => {
    await using running = await startBroker();
    const timeout = 100_000;
    const page = clientOf(running, transport, { timeout });
    const agent = agentOf(running, transport, { timeout });
    page.registerTool({
      ...echo,
      handler: async (params) => {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
        return params;
      },
    });
    await page.connect();
    await agent.connect();
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_unused, number) => callTool(agent, 'echo', { number }, { timeout })),
    );
    expect(answers.map((answer) => Object(answer).structuredContent?.number)).toEqual([...answers.keys()]);
    page.destroy();
    agent.destroy();
  });
});

test('ten thousand calls leave nothing behind', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const heapSize = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  await using running = await startBroker();
  const page = clientOf(running, 'websocket');
  const agent = agentOf(running, 'websocket');
  page.registerTool(echo);
  await page.connect();
  await agent.connect();
  const callMany = async (count: number) => {
    for (let done = 0; done < count; done += 100)
      await Promise.all(Array.from({ length: 100 }, (_unused, number) => callTool(agent, 'echo', { number })));
  };
  await callMany(2000);
  const before = heapSize();
  await callMany(10_000);
  // A hundred bytes per call would already be ten times this.
  expect(heapSize() - before).toBeLessThan(1_000_000);
  page.destroy();
  agent.destroy();
});

test('five hundred pages are all back after a restart', async () => {
  const first = await startBroker();
  const pages = Array.from({ length: 500 }, () => clientOf(first, 'websocket', { reconnectInterval: 1000 }));
  await Promise.all(pages.map((page) => page.connect()));
  expect(first.broker.pages()).toHaveLength(500);
  const back = pages.map((page) => nextEvent(page, 'connect'));
  await first.kill();
  const second = await startBroker({}, first.port);
  await Promise.all(back);
  expect(second.broker.pages()).toHaveLength(500);
  for (const page of pages) page.destroy();
  await second.kill();
});
