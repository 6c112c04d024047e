import { browserTools } from '@btcp/ai';
import usualExport, { btcpBrowserPlugin } from '@btcp/ai/ai-core';
import { jsonSchema, tool } from 'ai';
import { expect, test, vi } from 'vitest';

interface Params {
  tools?: Record<string, unknown>;
  system?: unknown;
  instructions?: unknown;
  activeTools?: string[];
  stopWhen?: (state: { steps: unknown[] }) => boolean;
  prepareStep?: (step: object) => unknown;
  temperature?: number;
}

function transform(config: Parameters<typeof btcpBrowserPlugin>[0], params: Params = {}): Params {
  return btcpBrowserPlugin(config).transformParams(params);
}

const ALL = [
  'browser_snapshot',
  'browser_navigate',
  'browser_click',
  'browser_type',
  'browser_fill',
  'browser_scroll',
  'browser_hover',
  'browser_press',
  'browser_screenshot',
  'browser_get_text',
  'browser_get_attribute',
  'browser_is_visible',
  'browser_wait_for',
  'browser_evaluate',
  'browser_back',
  'browser_forward',
  'browser_reload',
];

test('it is called btcp-browser, runs before other plugins, and is the default export', () => {
  expect(btcpBrowserPlugin()).toMatchObject({ name: 'btcp-browser', enforce: 'pre' });
  expect(usualExport).toBe(btcpBrowserPlugin);
});

test('all 17 tools are there, and everything else passes as it was', () => {
  const { tools, temperature } = transform({}, { temperature: 0.5 });
  expect(Object.keys(tools ?? {})).toEqual(ALL);
  expect(temperature).toBe(0.5);
});

test('chosen tools only, and a name that is none of them is refused', () => {
  const { tools, system } = transform({ tools: ['browser_navigate', 'browser_get_text'] });
  expect(Object.keys(tools ?? {})).toEqual(['browser_navigate', 'browser_get_text']);
  expect(system).toContain('browser_navigate, browser_get_text');
  expect(system).not.toContain('browser_snapshot');
  expect(() => transform({ tools: ['browser_levitate' as 'browser_click'] })).toThrow('There is no tool');
});

test.each<[string, Parameters<typeof btcpBrowserPlugin>[0]]>([
  ['maxSnapshotSize is -5', { maxSnapshotSize: -5 }],
  ['maxSteps is NaN', { maxSteps: Number.NaN }],
  ['There is no tool "browser_clik"', { needsApproval: ['browser_clik'] }],
  ['The agent is not a browser', { agent: Promise.resolve() as never }],
])('a wrong option is refused before a model could meet it: %s', (message, config) => {
  expect(() => btcpBrowserPlugin(config)).toThrow(message);
});

test('calls that need approval are known by any name of their tool', () => {
  const { tools } = transform({ needsApproval: ['browser_eval'] });
  expect(tools?.browser_evaluate).toMatchObject({ needsApproval: true });
  expect(tools?.browser_click).toMatchObject({ needsApproval: false });
  expect(() => browserTools(Object())).toThrow('There is no agent');
});

test('a plugin that is not enabled changes nothing', () => {
  const params = { system: 'Be brief.' };
  expect(transform({ enabled: false }, params)).toBe(params);
});

test('tools of the caller stay, win over those of the same name, and what was passed is not touched', () => {
  const mine = tool({ description: 'mine', inputSchema: jsonSchema({ type: 'object' }), execute: () => 'mine' });
  const params = { tools: { browser_click: mine, weather: mine }, system: 'Be brief.' };
  const before = structuredClone(Object.keys(params.tools));
  const { tools } = transform({}, params);
  expect(tools).toMatchObject({ browser_click: mine, weather: mine, browser_fill: expect.anything() });
  expect(Object.keys(params.tools)).toEqual(before);
  expect(params.system).toBe('Be brief.');
});

test('the hint is added to instructions of every kind, once', () => {
  const hint = transform({}).system as string;
  expect(hint).toContain('browser_snapshot');
  const message = { role: 'system', content: 'Be brief.' };
  const added = { role: 'system', content: hint };
  expect(transform({}, { system: 'Be brief.' }).system).toBe(`Be brief.\n\n${hint}`);
  expect(transform({}, { system: message }).system).toEqual([message, added]);
  expect(transform({}, { system: [message, message] }).system).toEqual([message, message, added]);
  expect(transform({}, { instructions: 'Be brief.' })).toMatchObject({ instructions: `Be brief.\n\n${hint}` });
  expect(transform({}, { instructions: 'Be brief.' })).not.toHaveProperty('system');

  for (const system of ['Be brief.', message, [message]]) {
    const once = transform({}, { system });
    expect(transform({}, once).system).toEqual(once.system);
  }
  expect(transform({ tools: ['browser_back'] }, transform({ tools: ['browser_back'] })).system).toBe(
    transform({ tools: ['browser_back'] }).system,
  );
});

test('the hint is left out where it is not wanted, or speaks of nothing that the model can call', () => {
  expect(transform({ hint: false })).not.toHaveProperty('system');
  expect(transform({}, { activeTools: ['weather'] })).not.toHaveProperty('system');
  const { system } = transform({}, { activeTools: ['browser_get_text'] });
  expect(system).not.toContain('browser_snapshot');
});

test('the loop goes on after a tool, up to a limit, unless the caller says when to stop', () => {
  const after = (config: Parameters<typeof btcpBrowserPlugin>[0], steps: number) =>
    transform(config).stopWhen?.({ steps: Array.from({ length: steps }) });
  expect([after({}, 1), after({}, 19), after({}, 20)]).toEqual([false, false, true]);
  expect([after({ maxSteps: 3 }, 2), after({ maxSteps: 3 }, 3)]).toEqual([false, true]);
  const stopWhen = () => true;
  expect(transform({}, { stopWhen }).stopWhen).toBe(stopWhen);
});

test('what the caller prepares for a step stays, and pictures are moved only for models that need it', async () => {
  const picture = { data: 'aGk=', mediaType: 'image/png' };
  const result = (value: object[]) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: '1', toolName: 'look', output: { type: 'content', value } }],
  });
  const messages = [result([{ type: 'image-data', ...picture }]), { role: 'user', content: 'And now?' }];
  const { prepareStep } = transform({}, { prepareStep: () => ({ temperature: 0, messages }) });
  const prepare = (provider: string) => prepareStep?.({ model: { provider }, messages: [] });
  expect(await prepare('anthropic.messages')).toEqual({ temperature: 0, messages });
  const sent = [
    { type: 'text', text: expect.stringContaining('look') },
    { type: 'file', ...picture },
  ];
  expect(await prepare('groq.chat')).toEqual({
    temperature: 0,
    messages: [result([]), { role: 'user', content: sent }, messages[1]],
  });
  expect(transform({ images: false })).not.toHaveProperty('prepareStep');
});

test('making a plugin starts nothing, and closing it then is fine', async () => {
  const open = vi.fn();
  const plugin = btcpBrowserPlugin({ agent: { open, close: async () => {} } });
  plugin.transformParams({});
  await plugin.close();
  expect(open).not.toHaveBeenCalled();
});

test('a mock agent with the methods of the specification works, and results are as the specification has them', async () => {
  const calls: unknown[][] = [];
  const note =
    (name: string, result?: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return result;
    };
  const agent = {
    snapshot: note('snapshot', { refs: { '@e1': { role: 'button' } }, tree: 'button "Go" [ref=e1]' }),
    navigate: note('navigate'),
    click: note('click'),
    type: note('type'),
    getText: note('getText', 'Hello'),
    evaluate: note('evaluate', { a: 1 }),
    screenshot: note('screenshot', 'AA=='),
  };
  const { tools } = transform({ agent, maxSnapshotSize: 500 });
  const call = (name: string, input: object = {}) => Object(tools?.[name]).execute(input, { toolCallId: '1' });
  expect(await call('browser_snapshot')).toMatchObject({ refs: { '@e1': { role: 'button' } } });
  expect(await call('browser_navigate', { url: 'https://a.test' })).toMatchObject({
    success: true,
    url: 'https://a.test',
  });
  expect(await call('browser_click', { selector: '@e1' })).toMatchObject({ success: true, selector: '@e1' });
  expect(await call('browser_type', { selector: '@e2', text: 'hi' })).toMatchObject({ success: true });
  expect(await call('browser_get_text', { selector: 'p' })).toMatchObject({ text: 'Hello' });
  expect(await call('browser_evaluate', { script: '1' })).toMatchObject({ result: { a: 1 } });
  expect(await call('browser_screenshot')).toMatchObject({ image: 'AA==' });
  await expect(call('browser_hover', { selector: 'a' })).rejects.toThrow('no method for browser_hover');
  expect(calls.map(([name]) => name)).toEqual([
    'snapshot',
    'navigate',
    'click',
    'type',
    'getText',
    'evaluate',
    'screenshot',
  ]);
  agent.snapshot = note('snapshot', { tree: 'x'.repeat(1_000) });
  expect(await call('browser_snapshot')).toMatchObject({
    truncated: true,
    message: 'Snapshot truncated from 1011 to 500 chars',
  });
});
