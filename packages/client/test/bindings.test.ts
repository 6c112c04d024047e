import { createClient, createMemoryPair, type ToolDefinition } from '@btcp/client';
import { createClientStore, ownTool, toolIdentity } from '@btcp/client/bindings';
import { describe, expect, test } from 'vitest';

const title: ToolDefinition = { name: 'get_title', description: 'The title', handler: () => 'Shop' };

function setUp() {
  const [transport, far] = createMemoryPair();
  const client = createClient({ serverUrl: 'memory:', transport });
  const store = createClientStore(client);
  const parts: string[] = [];
  const unsubscribe = store.subscribe((part) => parts.push(part));
  const agent = createClient({ serverUrl: 'memory:', transport: far, clientType: 'agent' });
  return { client, store, parts, unsubscribe, agent };
}

describe('the store', () => {
  test('has a new snapshot for each change and the same one in between', async () => {
    const { client, store, parts, agent } = setUp();
    const first = store.getSnapshot();
    expect(first).toEqual(store.initial);
    client.registerTool(title);
    const second = store.getSnapshot();
    expect(first.tools).toEqual([]);
    expect(second.tools).toEqual([title]);
    expect(store.getSnapshot()).toBe(second);
    await Promise.all([client.connect(), agent.connect()]);
    expect(store.getSnapshot()).toMatchObject({ status: 'connected', lastMessage: { jsonrpc: '2.0' } });
    expect(new Set(parts)).toEqual(new Set(['tools', 'status', 'lastMessage']));
    client.destroy();
    agent.destroy();
  });

  test('keeps the last call and the last result of each tool, and nothing of names that are none', async () => {
    const { client, store } = setUp();
    client.registerTool({ ...title, handler: ({ fails }) => (fails ? Promise.reject(new Error('no')) : 'Shop') });
    await client.callTool('get_title', { language: 'en' });
    const succeeded = { lastCall: { params: { language: 'en' } }, lastResult: 'Shop' };
    expect(store.getSnapshot().activity.get('get_title')).toMatchObject(succeeded);
    await expect(client.callTool('get_title', { fails: true })).rejects.toThrow();
    const failed = { lastCall: { params: { fails: true } }, lastResult: 'Shop' };
    expect(store.getSnapshot().activity.get('get_title')).toMatchObject(failed);
    await expect(client.callTool('constructor')).rejects.toMatchObject({ btcpCode: 'TOOL_NOT_FOUND' });
    expect([...store.getSnapshot().activity.keys()]).toEqual(['get_title']);
  });

  test('calls nobody who has unsubscribed', () => {
    const { client, parts, unsubscribe } = setUp();
    unsubscribe();
    client.registerTool(title);
    expect(parts).toEqual([]);
  });
});

describe('a tool with an owner', () => {
  test('runs the latest handler, and goes with its owner', async () => {
    const { client, parts } = setUp();
    let latest = title;
    const disown = ownTool(client, () => latest);
    latest = { ...title, handler: () => 'Cart' };
    expect(await client.callTool('get_title')).toEqual({ content: [{ type: 'text', text: 'Cart' }] });
    expect(parts.filter((part) => part === 'tools')).toHaveLength(1);
    disown();
    expect(client.listTools()).toEqual([]);
  });

  test('cannot take the name of another', () => {
    const { client } = setUp();
    ownTool(client, () => title);
    expect(() => ownTool(client, () => title)).toThrow(
      'The tool "get_title" is registered already: give each tool a name of its own, or render only one component that has it.',
    );
  });

  test('leaves a tool alone that took its place', () => {
    const { client } = setUp();
    const disown = ownTool(client, () => title);
    client.registerTool({ ...title });
    disown();
    expect(client.listTools()).toEqual([title]);
  });

  test('needs a new registration for all but its handler', () => {
    const identity = toolIdentity(title);
    expect(toolIdentity({ ...title, handler: () => 'Cart' })).toBe(identity);
    expect(toolIdentity({ ...title, description: 'Another' })).not.toBe(identity);
    const sandboxed: ToolDefinition = { ...title, sandbox: 'worker' };
    expect(toolIdentity({ ...sandboxed, handler: () => 'Cart' })).not.toBe(toolIdentity(sandboxed));
  });
});
