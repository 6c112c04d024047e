import { browserTools, createBrowser } from '@btcp/ai';
import { ChromeEngine } from '@btcp/chrome';
import { type PageServer, servePages } from '@btcp/test-support';
import { Conversations } from '@btcp/tools';
import { generateText, stepCountIs, streamText } from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastOutputs, lastText, refOf, scriptedModel } from './scripted-model.ts';

let site: PageServer;
const engine = new ChromeEngine();
const browser = createBrowser(engine);

beforeAll(async () => {
  site = await servePages({
    '/': '<title>Form</title><label>Name <input></label><button onclick="document.title = document.querySelector(`input`).value">Save</button>',
  });
});
afterAll(async () => {
  await browser.close();
  await engine.close();
  await site.close();
});

const stopWhen = stepCountIs(10);

test('generateText: a model reads the page and acts on it', async () => {
  const model = scriptedModel(
    [['browser_navigate', { url: site.origin }]],
    [['browser_snapshot', {}]],
    (prompt) => [['browser_type', { ref: refOf(prompt, 'textbox "Name"'), text: 'Ada' }]],
    [['browser_click', { selector: 'button' }]],
    (prompt) => lastText(prompt),
  );
  const { text, steps } = await generateText({
    model,
    prompt: 'Save.',
    tools: browserTools({ agent: browser }),
    stopWhen,
  });
  expect(text).toContain('Clicked button "Save"');
  expect(text).toContain(`Page: "Ada" ${site.origin}/ [200]`);
  // A program gets the data, where the model got the text.
  const { output } = steps[3]?.toolResults[0] ?? {};
  expect(output).toMatchObject({
    text: expect.stringContaining('Clicked'),
    data: { acted: { element: 'button "Save"' } },
    page: { title: 'Ada', status: 200 },
  });
});

test('streamText: pictures reach the model as pictures', async () => {
  let seen: unknown;
  const model = scriptedModel([['browser_screenshot', {}]], (prompt) => {
    seen = lastOutputs(prompt);
    return 'seen';
  });
  const stream = streamText({ model, prompt: 'Look.', tools: browserTools({ agent: browser }), stopWhen });
  expect(await stream.text).toBe('seen');
  const picture = {
    type: 'image-data',
    data: expect.stringMatching(/^[\w+/]+=*$/),
    mediaType: expect.stringContaining('image/'),
  };
  expect(seen).toEqual([
    { type: 'content', value: [{ type: 'text', text: expect.stringContaining('Screenshot taken') }, picture] },
  ]);
});

test('a failure shows the model what failed and what to do, and the loop goes on', async () => {
  const model = scriptedModel([['browser_click', { selector: '@e999' }]], lastText);
  const { text } = await generateText({ model, prompt: 'Click.', tools: browserTools({ agent: browser }), stopWhen });
  expect(text).toMatch(/@?e999.+\n.*snapshot/is);
});

test('a call that was given up ends at once', async () => {
  const stop = new AbortController();
  const errors: unknown[] = [];
  const tools = browserTools({
    agent: browser,
    tools: ['browser_wait_for'],
    onToolError: (_, error) => errors.push(error),
    onToolCall: () => void setTimeout(() => stop.abort(), 200),
  });
  const model = scriptedModel([['browser_wait_for', { selector: '#never', timeout: '5m' }]], 'not reached');
  await expect(
    generateText({ model, prompt: 'Wait.', tools, stopWhen, abortSignal: stop.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(errors).toMatchObject([{ code: 'cancelled' }]);
});

test('calls that a person must allow wait for that', async () => {
  const ask = async (needsApproval: Parameters<typeof browserTools>[0]['needsApproval']) => {
    const model = scriptedModel([
      ['browser_evaluate', { script: '1' }],
      ['browser_get_text', {}],
    ]);
    const tools = browserTools({ agent: browser, needsApproval });
    const { content } = await generateText({ model, prompt: 'Run.', tools, stopWhen: stepCountIs(1) });
    return content.flatMap((part) => (part.type === 'tool-approval-request' ? [part.toolCall.toolName] : []));
  };
  expect(await ask(undefined)).toEqual([]);
  expect(await ask(['browser_evaluate'])).toEqual(['browser_evaluate']);
  expect(await ask(true)).toEqual(['browser_evaluate', 'browser_get_text']);
  expect(await ask((name, args) => name === 'browser_evaluate' && Object(args).script === '1')).toEqual([
    'browser_evaluate',
  ]);
});

test('a set or names choose the tools', () => {
  const names = (tools?: string | string[]) => Object.keys(browserTools({ agent: browser, tools }));
  expect(names()).toContain('browser_tabs');
  expect(names('live')).toContain('browser_open');
  expect(names(['browser_back'])).toEqual(['browser_back']);
  expect(names('full')).toContain('browser_close');
  expect(() => names('unheard')).toThrow('There is no set of tools "unheard"');
});

test('a conversation of a program and its session are driven, and left to it', async () => {
  const conversations = new Conversations(engine);
  const conversation = conversations.get('mine');
  const { session } = await conversation.browser();
  for (const agent of [conversation, session]) {
    const { browser_navigate } = browserTools({ agent, tools: ['browser_navigate'] });
    await browser_navigate?.execute({ url: site.origin }, { toolCallId: '1' });
    expect((await session.page()).title).toBe('Form');
  }
  expect(createBrowser(conversation)).toBe(conversation);
  expect(Object.keys(browserTools({ agent: session, tools: 'full' }))).not.toContain('browser_close');
  await createBrowser(session).close();
  expect(session.alive).toBe(true);
  await conversation.close();
});
