import { parted } from '@btcp/test-support';
import {
  aliases,
  type BtcpError,
  Conversations,
  callableTools,
  callTool,
  catalogue,
  chooseTools,
  describeTool,
  TOOL_SETS,
  withDefaultTimeout,
} from '@btcp/tools';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { TestEngine } from './test-engine.ts';

const SETS = [...Object.keys(TOOL_SETS), 'full'];
const namesOf = (choice: Parameters<typeof chooseTools>[0]) => [...chooseTools(choice).keys()];

/** These come with other parts of the system; sets name them already. */
test('the default set is small: at most 20 tools and 2,500 tokens of names, descriptions and inputs', () => {
  const tools = [...chooseTools({ set: 'default' }).values()].map(describeTool);
  expect(TOOL_SETS.default?.length).toBeLessThanOrEqual(20);
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const tokens = shown.map((tool) => countTokens(JSON.stringify(tool))).reduce((sum, count) => sum + count, 0);
  expect(tokens).toBeLessThanOrEqual(2_500);
});

test.each(SETS)('%s shows no two names for one thing', (set) => {
  const things = [...chooseTools({ set }).values()].map(({ name, aliasOf }) => aliasOf ?? name);
  expect(new Set(things).size).toBe(things.length);
  expect(things.length).toBeGreaterThan(0);
});

test('every name of a set is a tool', () => {
  const known = [...catalogue, ...aliases].map(({ name }) => name);
  const missing = Object.values(TOOL_SETS)
    .flat()
    .filter((name) => !known.includes(name));
  expect(missing).toEqual([]);
});

test('plugin has the 17 names of the plugin, safe those that it calls safe, live the seven of the live view', () => {
  expect(namesOf({ set: 'plugin' })).toHaveLength(17);
  expect(namesOf({ set: 'safe' })).toEqual([
    'browser_snapshot',
    'browser_navigate',
    'browser_click',
    'browser_type',
    'browser_fill',
    'browser_scroll',
    'browser_hover',
    'browser_get_text',
    'browser_is_visible',
    'browser_wait_for',
    'browser_back',
    'browser_forward',
  ]);
  expect(namesOf({ set: 'live' })).toEqual([
    'browser_open',
    'browser_snapshot',
    'browser_click',
    'browser_fill',
    'browser_scroll',
    'browser_wait',
    'browser_close',
  ]);
  expect(namesOf({ set: 'full' })).toEqual(catalogue.map(({ name }) => name));
});

describe('lists', () => {
  test('allow adds a tool or a group, deny takes it away, and deny wins', () => {
    expect(namesOf({ set: 'live', allow: ['browser_resize'] })).toContain('browser_resize');
    expect(namesOf({ set: 'live', allow: ['debugging'] })).toContain('browser_clear_network_requests');
    expect(namesOf({ set: 'full', deny: ['scripting'] })).not.toContain('browser_evaluate');
    expect(namesOf({ set: 'live', allow: ['browser_resize'], deny: ['browser_resize'] })).not.toContain(
      'browser_resize',
    );
    expect(namesOf({ set: ['browser_open', 'browser_close'] })).toEqual(['browser_open', 'browser_close']);
  });

  test('who asks for a second name gets it in place of the first', () => {
    const names = namesOf({ set: 'plugin', allow: ['browser_eval'] });
    expect(names).toContain('browser_eval');
    expect(names).not.toContain('browser_evaluate');
  });

  test('what is denied has no other name to call it by, and no other tool does it', () => {
    const tools = callableTools({ deny: ['browser_evaluate'] });
    expect(tools.has('browser_eval')).toBe(false);
    expect(tools.has('browser_open')).toBe(true);
    expect(Object.keys(tools.get('browser_wait_for')?.input.shape ?? {})).not.toContain('function');
    expect(Object.keys(callableTools({}).get('browser_wait_for')?.input.shape ?? {})).toContain('function');
    expect(Object.keys(chooseTools({ set: 'safe' }).get('browser_wait_for')?.input.shape ?? {})).not.toContain(
      'function',
    );
  });

  test.each([
    [{ set: 'all_of_them' }, 'There is no set of tools "all_of_them".'],
    [{ allow: ['browser_fly'] }, 'There is no tool "browser_fly" to allow.'],
    [{ deny: ['browser_fly'] }, 'There is no tool "browser_fly" to deny.'],
    [{ set: ['browser_fly'] }, 'There is no tool "browser_fly" to show.'],
  ])('a name that is none is reported: %j', (choice, message) => {
    expect(() => chooseTools(choice)).toThrow(expect.objectContaining({ message, code: 'invalid_input' }) as BtcpError);
  });
});

describe('names and arguments', () => {
  const conversations = new Conversations(new TestEngine());
  const call = (tools: ReturnType<typeof callableTools>, name: string, input: unknown) =>
    callTool({ tools, name, input, conversation: conversations.get('a'), signal: new AbortController().signal });

  test('the live set names elements by ref; there and elsewhere, selector and ref mean the same', async () => {
    const live = chooseTools({ set: 'live' });
    expect(live.get('browser_click')?.input.shape).toHaveProperty('ref');
    expect(live.get('browser_click')?.input.shape).not.toHaveProperty('selector');
    for (const tools of [live, callableTools({})]) {
      for (const input of [{ ref: '@e1' }, { selector: '@e1' }, { target: '@e1' }, { uid: '@e1' }]) {
        await expect(call(tools, 'browser_click', input)).resolves.toMatchObject({ data: { acted: { ref: 'e1' } } });
      }
      await expect(call(tools, 'browser_click', { ref: '@e1', selector: '@e1' })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });

  test('arguments have the names that other servers give them too, unless both are given', async () => {
    const tools = callableTools({});
    const script = '() => 1';
    for (const [name, input] of [
      ['browser_evaluate', { function: script }],
      ['browser_evaluate', { expression: script }],
      ['browser_eval', { script }],
    ] as const)
      await expect(call(tools, name, input)).resolves.toMatchObject({ data: { value: expect.any(String) } });
    await expect(call(tools, 'browser_evaluate', { function: script, script })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await expect(call(tools, 'browser_wait_for', { function: 'true' })).resolves.toBeDefined();
  });

  test('a second name does what the first does', async () => {
    const tools = callableTools({});
    const opened = await call(tools, 'browser_open', { url: 'one.test' });
    const { text, ...rest } = await call(tools, 'browser_navigate', { url: 'one.test' });
    expect(opened).toMatchObject(rest);
    expect(parted(opened.text)).toEqual(parted(text));
    await expect(call(tools, 'browser_open', { url: 'one.test', waitUntil: 'load' })).rejects.toMatchObject({
      message: expect.stringContaining('waitUntil is not an argument'),
    });
  });
});

test('the usual timeout of a server counts under every name, also one that takes no timeout', async () => {
  const engine = new TestEngine();
  const conversation = new Conversations(engine).get('a');
  const { session } = await conversation.browser();
  const waited: unknown[] = [];
  Object.assign(session, {
    navigate: async (_url: string, { timeout }: { timeout: number }) => {
      waited.push(timeout);
      return engine.opened[0]?.answer(undefined);
    },
  });
  const tools = withDefaultTimeout(callableTools({}), '2s');
  for (const name of ['browser_navigate', 'browser_open']) {
    await callTool({ tools, name, input: { url: 'about:blank' }, conversation, signal: new AbortController().signal });
  }
  expect(waited).toEqual([2_000, 2_000]);
});
