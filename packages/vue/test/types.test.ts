import { type BTCPClient, BTCPPlugin, type ConnectionStatus, useBTCP, useTool } from '@btcp/vue';
import { expect, expectTypeOf, test } from 'vitest';
import { createSSRApp, defineComponent, ref } from 'vue';
import { renderToString } from 'vue/server-renderer';

const described = { description: 'A tool' };

const Component = defineComponent(() => {
  const { client, status, registerTool } = useBTCP({ serverUrl: 'ws://127.0.0.1:1' });
  expectTypeOf(client.value).toEqualTypeOf<BTCPClient>();
  expectTypeOf(status.value).toEqualTypeOf<ConnectionStatus>();
  registerTool({
    ...described,
    name: 'registered',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    handler: ({ text }) => expectTypeOf(text).toBeString(),
  });
  useTool({
    ...described,
    name: 'plain',
    inputSchema: { type: 'object', properties: { day: { enum: ['Mon', 'Tue'] } } },
    handler: (params) => expectTypeOf(params).toEqualTypeOf<{ day?: 'Mon' | 'Tue' }>(),
  });
  useTool(() => ({
    ...described,
    name: 'got',
    inputSchema: { type: 'object', properties: { hours: { type: 'number' } }, required: ['hours'] },
    handler: ({ hours }) => expectTypeOf(hours).toBeNumber(),
  }));
  useTool(ref({ ...described, name: 'kept', handler: () => 'kept' }));
  // @ts-expect-error a tool without a handler
  expect(() => useTool({ ...described, name: 'none' })).not.toThrow();
  return () =>
    client.value
      .listTools()
      .map(({ name }) => name)
      .join(' ');
});

test('the composables have the types that their schemas say', async () => {
  const app = createSSRApp(Component);
  app.use(BTCPPlugin, { serverUrl: 'ws://127.0.0.1:1' });
  // @ts-expect-error options without an address
  expectTypeOf(() => app.use(BTCPPlugin, {})).toBeFunction();
  expect(await renderToString(app)).toBe('registered plain got kept none');
});
