import { browserTools } from '@btcp/ai';
import { type BTCPToolName, btcpBrowserPlugin } from '@btcp/ai/ai-core';
import { catalogue, chooseTools } from '@btcp/tools';
import { expect, test } from 'vitest';

const names = catalogue.map(({ name }) => name);
const call = { toolCallId: '1' };

test.each(names)('%s is not there for a model when it was not chosen', (denied) => {
  const chosen = names.filter((name) => name !== denied);
  const offered = browserTools({ agent: { callTool: async () => Promise.reject(new Error('called')) }, tools: chosen });
  expect(Object.keys(offered)).toEqual(chosen);
});

test('a server that permits more is not asked for what was not chosen', async () => {
  const asked: string[] = [];
  const agent = {
    async callTool(name: string) {
      asked.push(name);
      return { text: '', data: {}, page: null };
    },
  };
  const { browser_wait_for } = browserTools({ agent, tools: 'safe' });
  await expect(browser_wait_for?.execute({ function: 'steal()' }, call)).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(asked).toEqual([]);
  await browser_wait_for?.execute({ text: 'Saved' }, call);
  expect(asked).toEqual(['browser_wait_for']);
});

test('the plugin has the tools that were chosen and no others', () => {
  const all = [...chooseTools({ set: 'plugin' }).keys()] as BTCPToolName[];
  for (const denied of all) {
    const tools = all.filter((name) => name !== denied);
    const { tools: offered } = btcpBrowserPlugin({ tools }).transformParams({}) as { tools: object };
    expect(Object.keys(offered)).toEqual(tools);
  }
});

test('a step of browser_batch needs the approval that its call would need', async () => {
  const agent = { callTool: async () => ({ text: '', data: {}, page: null }) };
  const steps = (tool: string) => ({ steps: [{ tool: 'browser_snapshot' }, { tool, arguments: { expression: '1' } }] });
  const approval = (needsApproval: Parameters<typeof browserTools>[0]['needsApproval']) => {
    const asks = browserTools({ agent, tools: 'full', needsApproval }).browser_batch?.needsApproval;
    return async (tool: string) => (typeof asks === 'function' ? asks(steps(tool)) : asks);
  };
  for (const asks of [approval(['browser_evaluate']), approval((name) => name === 'browser_eval')]) {
    expect(await asks('browser_eval')).toBe(true);
    expect(await asks('browser_click')).toBe(false);
  }
});
