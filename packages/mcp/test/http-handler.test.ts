import { createMcpHttpHandler, createPageMcpHttpHandler, type McpHttpHandler } from '@btcp/mcp';
import {
  type ConnectedPages,
  Conversations,
  catalogue,
  chooseTools,
  createToolSet,
  describeTool,
  pageTools,
} from '@btcp/tools';
import { expect, test, vi } from 'vitest';

// Pages that never come, and who waits for them.
class NoPages implements ConnectedPages {
  readonly listeners = new Set<() => void>();
  pages() {
    return [];
  }
  onChange(listener: () => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

const noBrowser = {
  open: async () => {
    throw new Error('No call here needs a browser.');
  },
  close: async () => {},
};

// Speaks as clients of 2025 do.
function send(handler: McpHttpHandler, message: object, session?: string): Promise<Response> {
  return handler.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    }),
  );
}

async function post(handler: McpHttpHandler, message: object, session?: string) {
  const response = await send(handler, message, session);
  const text = await response.text();
  const data = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, session: response.headers.get('mcp-session-id') ?? '', body: JSON.parse(data) };
}

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

test('a request that opens no session leaves nothing behind, and a session does until it is closed', async () => {
  const connected = new NoPages();
  const handler = createPageMcpHttpHandler(connected, { tools: createToolSet(pageTools(connected)), version: '1.0.0' });
  expect(await post(handler, { id: 1, method: 'tools/list' })).toMatchObject({ status: 400 });
  expect(connected.listeners.size).toBe(0);
  expect(await post(handler, initialize)).toMatchObject({ status: 200 });
  expect(connected.listeners.size).toBe(1);
  await handler.close();
  expect(connected.listeners.size).toBe(0);
});

test('a tool that no page offers is reported to the model, and one that the server lacks to the client', async () => {
  const tools = createToolSet([...catalogue, ...pageTools(new NoPages())]);
  const handler = createMcpHttpHandler({ tools, version: '1.0.0' }, new Conversations(noBrowser));
  const { session } = await post(handler, initialize);
  const call = (name: string, input: object) =>
    post(handler, { id: 2, method: 'tools/call', params: { name, arguments: input } }, session);
  const { body } = await call('page_tool_call', { name: 'add_todo' });
  expect(body.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('No connected page offers a tool "add_todo"') }],
  });
  expect((await call('browser_fly', {})).body).toMatchObject({ error: { code: -32602 } });
  await handler.close();
});

test('an answer begins with its first event, since proxies may cut off one that begins at once, and within a second', async () => {
  let fail = (_error: Error) => {};
  const opening = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const handler = createMcpHttpHandler(
    { tools: createToolSet(catalogue), version: '1.0.0' },
    new Conversations({ ...noBrowser, open: () => opening }),
  );
  const { session } = await post(handler, initialize);
  const begun: string[] = [];
  const call = async (id: string) => {
    const params = { name: 'browser_snapshot', arguments: {} };
    const response = await send(handler, { id, method: 'tools/call', params }, session);
    begun.push(id);
    return response.text();
  };
  const long = call('long');
  await vi.waitFor(() => expect(begun).toEqual(['long']));
  const short = call('short');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(begun).toEqual(['long']);
  fail(new Error('No browser.'));
  for (const text of await Promise.all([long, short])) expect(text).toContain('"isError":true');
  expect(begun).toEqual(['long', 'short']);
  await handler.close();
});

test('the list of tools says what results are made of in fewer words than what calls take', async () => {
  const tools = chooseTools({ set: 'default' });
  const handler = createMcpHttpHandler({ tools, version: '1.0.0' }, new Conversations(noBrowser));
  const { session } = await post(handler, initialize);
  const { body } = await post(handler, { id: 2, method: 'tools/list' }, session);
  const listed: { name: string; inputSchema: object; outputSchema: Record<string, unknown> }[] = body.result.tools;
  const sizeOf = (part: 'inputSchema' | 'outputSchema') => JSON.stringify(listed.map((tool) => tool[part])).length;
  expect(sizeOf('outputSchema')).toBeLessThan(sizeOf('inputSchema') * 1.4);
  for (const { name, outputSchema } of listed) {
    const tool = tools.get(name);
    const { required, properties } = (tool && describeTool(tool).outputSchema) as Record<string, object>;
    expect(outputSchema, name).toMatchObject({ type: 'object', required });
    expect(Object.keys(outputSchema.properties as object), name).toEqual(
      expect.arrayContaining(Object.keys(properties ?? {})),
    );
  }
  await handler.close();
});

test('a request of 2026 that names no session is asked to open one, whatever its client is called', async () => {
  const handler = createMcpHttpHandler(
    { tools: createToolSet(catalogue), version: '1.0.0' },
    new Conversations(noBrowser),
  );
  const ask = (headers: Record<string, string>) =>
    handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'server/discover',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 7,
          method: 'server/discover',
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '1.0.0' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      }),
    );
  const refused = await ask({});
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    id: 7,
    error: { code: -32022, message: expect.stringContaining('btcp-session'), data: { requested: '2026-07-28' } },
  });
  expect((await ask({ 'btcp-session': 'mine' })).status).toBe(200);
  await handler.close();
});
