import { ChromeEngine } from '@btcp/chrome';
import { aliases, Conversations, callableTools, callTool, catalogue } from '@btcp/tools';
import { afterAll, expect, test } from 'vitest';

const tools = callableTools({});
const conversations = new Conversations(new ChromeEngine());
afterAll(() => conversations.closeAll());

// lighthouse.soak.test.ts installs what it needs.
const shown = [...catalogue, ...aliases].filter(({ name }) => name !== 'browser_lighthouse');
const examples = shown.flatMap(({ name, examples }) => examples.map((input) => [name, input] as const));

test.each(examples)('the example of %s with %j works, and its data fits the output schema', async (name, input) => {
  const conversation = conversations.get('examples');
  const { signal } = new AbortController();
  const { data, text } = await callTool({ tools, name, input, conversation, signal });
  expect(tools.get(name)?.output.safeParse(data).error).toBeUndefined();
  expect(text).not.toBe('');
});
