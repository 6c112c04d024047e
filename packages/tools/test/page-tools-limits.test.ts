import { parted } from '@btcp/test-support';
import { type ConnectedPage, Conversations, callTool, createToolSet, pageTools } from '@btcp/tools';
import { expect, test } from 'vitest';
import { TestEngine } from './test-engine.ts';

function pageOf(sessionId: string, tools: number, description: string): ConnectedPage {
  return {
    sessionId,
    metadata: { title: 'x'.repeat(100_000) },
    tools: Array.from({ length: tools }, (_, index) => ({
      name: `tool_${index}`,
      description,
      inputSchema: { type: 'object', description },
      capabilities: [],
    })),
    call: async () => ({ content: [] }),
  };
}

async function list(pages: ConnectedPage[]) {
  const tools = createToolSet(pageTools({ pages: () => pages, onChange: () => () => {} }));
  const conversation = new Conversations(new TestEngine()).get('a');
  const { signal } = new AbortController();
  return callTool({ tools, name: 'page_tools_list', input: {}, conversation, signal });
}

test('page_tools_list is bounded, and names what it leaves out (T17)', async () => {
  const { text, data } = await list([pageOf('big', 256, 'd'.repeat(30_000)), pageOf('small', 2, 'Adds a note')]);
  expect(text.length + JSON.stringify(data).length).toBeLessThan(200_000);
  expect(data).toMatchObject({
    pages: [
      { page: 'big', metadata: {}, tools: [], leftOut: expect.arrayContaining(['tool_0', '… 206 more']) },
      { page: 'small', tools: [{ name: 'tool_0', description: 'Adds a note' }, { name: 'tool_1' }] },
    ],
  });
  expect(parted(text).inside).toContain('Left out because the list is too long: tool_0, tool_1');
});

test('page_tools_list shows the newest of many pages', async () => {
  const { data, text } = await list(Array.from({ length: 1_000 }, (_, index) => pageOf(`page ${index}`, 1, 'Does it')));
  expect(data).toMatchObject({ leftOut: 980 });
  expect(text).toContain('980 older pages are left out.');
  expect(text).toContain('Page page 999:');
});
