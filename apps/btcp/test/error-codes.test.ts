import { createHostRoutes } from '@btcp/host';
import { createMcpServer } from '@btcp/mcp';
import { BtcpError, ERROR_CODES, type ErrorCode } from '@btcp/protocol';
import { Conversations, catalogue, createToolSet } from '@btcp/tools';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';

const tools = createToolSet(catalogue);
const CODES = Object.entries(ERROR_CODES) as [ErrorCode, { http: number }][];

// Conversations whose every browser fails to start with this code.
function failingWith(code: ErrorCode): Conversations {
  const open = () => Promise.reject(new BtcpError(code, 'What failed.', { hint: 'What to do next.' }));
  return new Conversations({ open, close: async () => {} });
}

test.each(CODES)('%s over HTTP has its status, its code and a next step', async (code, { http }) => {
  const host = createHostRoutes({ tools, conversations: failingWith(code) });
  const response = await host.request('/sessions/a/tools/browser_snapshot', { method: 'POST' });
  expect(response.status).toBe(http);
  expect(await response.json()).toEqual({
    success: false,
    error: { code, message: 'What failed.', hint: 'What to do next.' },
  });
});

test.each(CODES)('%s over MCP is a result that a model reads, with its code for programs', async (code) => {
  const conversation = failingWith(code).get('a');
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([
    createMcpServer({ tools, version: '0' }, () => conversation).connect(ours),
    client.connect(theirs),
  ]);
  const calling = client.callTool({ name: 'browser_snapshot', arguments: {} });
  expect(await calling).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'What failed.\nWhat to do next.' }],
    _meta: { 'btcp/error': { code } },
  });
  // Only a name that this server does not have is an error of the protocol.
  await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow(
    'There is no tool "no_such_tool"',
  );
  await client.close();
});
