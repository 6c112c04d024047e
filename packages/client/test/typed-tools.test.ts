import { createClient, type InputOf, type JSONSchema, type ToolDefinition } from '@btcp/client';
import { expect, expectTypeOf, test } from 'vitest';

const described = { name: 'tool', description: 'A tool' };

test('a handler has the parameters that its schema says', async () => {
  const client = createClient({ serverUrl: 'ws://127.0.0.1:1' });
  client.registerTool({
    ...described,
    inputSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1 },
        count: { type: 'integer' },
        isDone: { type: 'boolean' },
        day: { enum: ['Mon', 'Tue'] },
        kind: { const: 'todo' },
        note: { type: ['string', 'null'] },
        tags: { type: 'array', items: { type: 'string' } },
        place: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] },
        other: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      },
      required: ['text', 'tags'],
    },
    handler(params, { signal }) {
      expectTypeOf(params).toEqualTypeOf<{
        text: string;
        count?: number;
        isDone?: boolean;
        day?: 'Mon' | 'Tue';
        kind?: 'todo';
        note?: string | null;
        tags: string[];
        place?: { x: number };
        other?: unknown;
      }>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      return params.tags;
    },
  });
  const { structuredContent } = await client.callTool('tool', { text: 'milk', tags: ['shop'] });
  expect(structuredContent).toEqual(['shop']);
});

test('a schema that says less leaves the parameters open', () => {
  expectTypeOf<InputOf<JSONSchema>>().toEqualTypeOf<Record<string, unknown>>();
  expectTypeOf<InputOf<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>();
  expectTypeOf<InputOf<{ type: string; properties: { text: { type: string } } }>>().toEqualTypeOf<
    Record<string, unknown>
  >();
  const client = createClient({ serverUrl: 'ws://127.0.0.1:1' });
  client.registerTool({
    ...described,
    handler: (params) => expectTypeOf(params).toEqualTypeOf<Record<string, unknown>>(),
  });
  const tool: ToolDefinition = { ...described, name: 'other', handler: ({ text }) => text };
  client.registerTool(tool);
  expect(client.listTools()).toHaveLength(2);
});

test('the compiler refuses what is no schema, no handler or no parameter', async () => {
  const client = createClient({ serverUrl: 'ws://127.0.0.1:1' });
  // @ts-expect-error the name of a required property is not a number
  client.registerTool({ ...described, inputSchema: { type: 'object', required: [1] }, handler: () => 1 });
  // @ts-expect-error a tool without a handler
  client.registerTool(described);
  // Without a compiler, the call itself reports the mistake.
  await expect(client.callTool('tool')).rejects.toThrow('Tool execution error');
  // @ts-expect-error a parameter that the schema does not have
  client.registerTool({ ...described, inputSchema: { type: 'object', properties: {} }, handler: ({ text }) => text });
});
