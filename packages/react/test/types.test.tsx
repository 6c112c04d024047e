import { BTCPProvider, type ConnectionStatus, useBTCPClient, useTool, useToolResult } from '@btcp/react';
import { renderToString } from 'react-dom/server';
import { expect, expectTypeOf, test } from 'vitest';

const described = { name: 'tool', description: 'A tool' };

function Component() {
  const { client, status, registerTool, tools, lastMessage } = useBTCPClient();
  expectTypeOf(status).toEqualTypeOf<ConnectionStatus>();
  expectTypeOf(registerTool).toEqualTypeOf(client.registerTool);
  expectTypeOf(tools[0]?.name).toEqualTypeOf<string | undefined>();
  expectTypeOf(lastMessage).toBeNullable();
  expectTypeOf(useToolResult('tool').lastResult).toBeUnknown();
  useTool({
    ...described,
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, day: { enum: ['Mon', 'Tue'] }, hours: { type: 'number' } },
      required: ['text'],
    },
    handler: (params) => expectTypeOf(params).toEqualTypeOf<{ text: string; day?: 'Mon' | 'Tue'; hours?: number }>(),
  });
  useTool({ ...described, handler: (params) => expectTypeOf(params).toEqualTypeOf<Record<string, unknown>>() });
  // @ts-expect-error a parameter that the schema does not have
  useTool({ ...described, inputSchema: { type: 'object', properties: {} }, handler: ({ text }) => text });
  return 'rendered';
}

test('the hooks have the types that their schemas say', () => {
  // @ts-expect-error a provider without an address
  const unfinished = <BTCPProvider />;
  expect(unfinished.props).toEqual({});
  const finished = (
    <BTCPProvider serverUrl="ws://127.0.0.1:1" options={{ reconnectInterval: 100 }}>
      <Component />
    </BTCPProvider>
  );
  expect(renderToString(finished)).toBe('rendered');
});
