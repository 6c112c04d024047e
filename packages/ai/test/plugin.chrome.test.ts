import { btcpBrowserPlugin } from '@btcp/ai/ai-core';
import { ChromeEngine } from '@btcp/chrome';
import { chromesOf, type PageServer } from '@btcp/test-support';
import { Conversations } from '@btcp/tools';
import { createExecutor } from '@cherrystudio/ai-core';
import type { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lastOutputs, lastText, refOf, scriptedModel } from './scripted-model.ts';
import { serveShop } from './shop.ts';

let shop: PageServer;
const conversations = new Conversations(new ChromeEngine({ isolation: 'context' }));
beforeAll(async () => {
  shop = await serveShop();
});
afterAll(async () => {
  await conversations.closeAll();
  await shop.close();
});

let count = 0;
// A browser of its own for a test; all share one Chrome, which is the test's and not the plugin's.
const ownBrowser = () => conversations.get(`test ${++count}`);

// Snapshot, act, verify, over three pages.
function buyer(): MockLanguageModelV3 {
  return scriptedModel(
    [['browser_navigate', { url: shop.origin }]],
    [['browser_snapshot', {}]],
    (prompt) => [['browser_fill', { selector: refOf(prompt, 'textbox "Search"'), value: 'lamps' }]],
    [['browser_press', { key: 'Enter' }]],
    [['browser_snapshot', { selector: 'ul' }]],
    (prompt) => [['browser_click', { selector: refOf(prompt, 'link "Order blue lamp"') }]],
    [['browser_snapshot', {}]],
    (prompt) => [
      ['browser_type', { selector: refOf(prompt, 'textbox "Name"'), text: 'Ada' }],
      ['browser_click', { selector: refOf(prompt, 'button "Place order"') }],
    ],
    [['browser_get_text', { selector: '#state' }]],
    (prompt) => `Done. ${lastText(prompt)}`,
  );
}

test('generateText: a model reads, acts and verifies over three pages', async () => {
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [btcpBrowserPlugin({ agent: ownBrowser() })]);
  const { text, steps } = await executor.generateText({ model: buyer(), prompt: 'Order a blue lamp for Ada.' });
  expect(text).toContain('Ordered: blue lamp for Ada');
  expect(steps).toHaveLength(10);
});

test('streamText: the same, in a stream, though the hooks of the request end before any tool has run', async () => {
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [btcpBrowserPlugin({ agent: ownBrowser() })]);
  const stream = await executor.streamText({ model: buyer(), prompt: 'Order a blue lamp for Ada.' });
  let text = '';
  for await (const delta of stream.textStream) text += delta;
  expect(text).toContain('Ordered: blue lamp for Ada');
});

test('without an agent, Node gets a headless Chrome, which the first calls share and close ends', async () => {
  const plugin = btcpBrowserPlugin();
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const before = chromesOf(process.pid);
  const started = () => chromesOf(process.pid).filter((pid) => !before.includes(pid));
  const title = () =>
    scriptedModel([
      ['browser_navigate', { url: shop.origin }],
      ['browser_is_visible', { selector: 'h1' }],
    ]);
  await Promise.all([
    executor.generateText({ model: title(), prompt: 'one' }),
    executor.generateText({ model: title(), prompt: 'two' }),
  ]);
  expect(started()).toHaveLength(1);
  // It lives across requests: where the last one left it.
  const model = scriptedModel([['browser_snapshot', {}]], lastText);
  expect((await executor.generateText({ model, prompt: 'three' })).text).toContain('heading "Shop"');
  expect(started()).toHaveLength(1);
  await plugin.close();
  expect(started()).toHaveLength(0);
});

test('a Chrome that dies is replaced where it was, and nothing is left of either', async () => {
  const plugin = btcpBrowserPlugin();
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const before = chromesOf(process.pid);
  const started = () => chromesOf(process.pid).filter((pid) => !before.includes(pid));
  await executor.generateText({ model: scriptedModel([['browser_navigate', { url: shop.origin }]]), prompt: 'open' });
  const [first] = started();
  process.kill(first ?? 0, 'SIGKILL');
  const model = scriptedModel([['browser_snapshot', {}]], [['browser_snapshot', {}]], lastText);
  const { text } = await executor.generateText({ model, prompt: 'read' });
  expect(text).toContain('heading "Shop"');
  expect(started()).not.toContain(first);
  await plugin.close();
  expect(started()).toHaveLength(0);
});

test('two requests at once on one plugin: calls take turns, and each answer goes to its own', async () => {
  const plugin = btcpBrowserPlugin({ agent: ownBrowser() });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  await executor.generateText({ model: scriptedModel([['browser_navigate', { url: shop.origin }]]), prompt: 'open' });
  const fill = (value: string) =>
    scriptedModel([['browser_fill', { selector: 'input', value }]], (prompt) => `${value}: ${lastText(prompt)}`);
  const answers = await Promise.all(
    ['one', 'two', 'three'].map(async (value) => executor.generateText({ model: fill(value), prompt: value })),
  );
  expect(answers.map(({ text }) => text)).toEqual(
    ['one', 'two', 'three'].map((value) => expect.stringMatching(new RegExp(`^${value}: .*now holds "${value}"`, 's'))),
  );
});

test('safe: neither scripts nor screenshots, by no way', async () => {
  const plugin = btcpBrowserPlugin({ agent: ownBrowser(), tools: 'safe' });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const model = scriptedModel(
    [['browser_navigate', { url: shop.origin }]],
    [['browser_evaluate', { script: 'document.title = "owned"' }]],
    [['browser_screenshot', {}]],
    [['browser_wait_for', { function: 'document.title = "owned"' }]],
    [['browser_navigate', { url: 'javascript:document.title="owned"' }]],
    [['browser_snapshot', {}]],
    lastText,
  );
  const { text, steps } = await executor.generateText({ model, prompt: 'Break out.' });
  expect(text).toContain('Page: "Shop"');
  const failed = steps.flatMap(({ content }) => content.filter(({ type }) => type === 'tool-error'));
  expect(failed).toHaveLength(4);
  expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name).sort()).toEqual(
    [
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
    ].sort(),
  );
});

test('callbacks are notified of every call in order, failures included, and cannot break one', async () => {
  const reported: unknown[] = [];
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const plugin = btcpBrowserPlugin({
    agent: ownBrowser(),
    onToolCall: (name, args, { toolCallId }) => {
      reported.push(['call', name, args, toolCallId]);
      throw new Error('a listener that fails');
    },
    onToolResult: async (name, result) => {
      reported.push(['result', name, result]);
      throw new Error('a listener that fails later');
    },
    onToolError: (name, error) => void reported.push(['error', name, error]),
  });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const model = scriptedModel(
    [['browser_navigate', { url: shop.origin }]],
    [['browser_click', { selector: '#nowhere' }]],
    [['browser_click', { element: 'button' }]],
    (prompt) => JSON.stringify(lastOutputs(prompt)),
  );
  const { text } = await executor.generateText({ model, prompt: 'hello' });
  expect(reported).toEqual([
    ['call', 'browser_navigate', { url: shop.origin }, 'call-1-1'],
    ['result', 'browser_navigate', expect.objectContaining({ success: true, url: `${shop.origin}/` })],
    ['call', 'browser_click', { selector: '#nowhere' }, 'call-2-1'],
    ['error', 'browser_click', expect.objectContaining({ name: 'BtcpError', code: 'not_found' })],
    ['call', 'browser_click', { element: 'button' }, 'call-3-1'],
    ['error', 'browser_click', expect.objectContaining({ code: 'invalid_input' })],
  ]);
  expect(printed).toHaveBeenCalledTimes(4);
  printed.mockRestore();
  // The model reads what to do next, too.
  expect(text).toContain('It takes selector, button');
});

test('a picture reaches the model as a picture, and snapshots carry one where that is wanted', async () => {
  const plugin = btcpBrowserPlugin({ agent: ownBrowser(), includeScreenshots: true });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const pictures: unknown[] = [];
  const look = (prompt: Parameters<typeof lastOutputs>[0]) => pictures.push(...lastOutputs(prompt));
  const model = scriptedModel(
    [['browser_navigate', { url: shop.origin }]],
    [['browser_screenshot', {}]],
    (prompt) => {
      look(prompt);
      return [['browser_snapshot', {}]];
    },
    (prompt) => {
      look(prompt);
      return 'seen';
    },
  );
  await executor.generateText({ model, prompt: 'Look.' });
  const picture = {
    type: 'image-data',
    data: expect.stringMatching(/^[\w+/]{100,}=*$/),
    mediaType: expect.stringMatching(/^image\//),
  };
  expect(pictures).toEqual([
    { type: 'content', value: [{ type: 'text', text: expect.stringContaining('Screenshot taken') }, picture] },
    { type: 'content', value: [{ type: 'text', text: expect.stringContaining('heading "Shop"') }, picture] },
  ]);
});

test('a long page is cut at the end of a line, and says what was left out', async () => {
  const plugin = btcpBrowserPlugin({ agent: ownBrowser(), maxSnapshotSize: 2_000 });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  const model = scriptedModel(
    [['browser_navigate', { url: `${shop.origin}/long` }]],
    [['browser_snapshot', { maxSize: 1_000_000 }]],
    'done',
  );
  const { steps } = await executor.generateText({ model, prompt: 'Read.' });
  const output = steps[1]?.toolResults[0]?.output as {
    tree: string;
    truncated: boolean;
    cursor: string;
    message: string;
  };
  expect(output.truncated).toBe(true);
  expect(output.tree.length).toBeLessThanOrEqual(2_000);
  expect(output.message).toBe(`Snapshot truncated: continue with cursor "${output.cursor}".`);
  const lines = output.tree.split('\n');
  expect(lines.at(-1)).toMatch(/^\[cut: \d+ of \d+ lines left out \(/);
  expect(lines.slice(0, -1).every((line) => /^\s*- \w+/.test(line))).toBe(true);
});

test("a caller's browser outlives the plugin", async () => {
  const browser = ownBrowser();
  const { session } = await browser.browser();
  const plugin = btcpBrowserPlugin({ agent: session });
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [plugin]);
  await executor.generateText({ model: scriptedModel([['browser_navigate', { url: shop.origin }]]), prompt: 'open' });
  await plugin.close();
  const same = btcpBrowserPlugin({ agent: browser });
  await same.close();
  expect(session.alive).toBe(true);
  expect((await session.page()).title).toBe('Shop');
});

test('the context of a request knows the browser', async () => {
  const browser = ownBrowser();
  let seen: unknown;
  const spy = {
    name: 'spy',
    onRequestStart(context: Record<string, unknown>) {
      seen = context.btcpAgent;
    },
  };
  const executor = await createExecutor('openai', { apiKey: 'offline' }, [btcpBrowserPlugin({ agent: browser }), spy]);
  await executor.generateText({ model: scriptedModel('hello'), prompt: 'hello' });
  expect(seen).toBe(browser);
});
