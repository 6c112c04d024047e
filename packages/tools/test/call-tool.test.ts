import { Conversations, callTool, catalogue, createToolSet, describeTool } from '@btcp/tools';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TestEngine } from './test-engine.ts';

const tools = createToolSet(catalogue);
let engine: TestEngine;
let conversations: Conversations;
beforeEach(() => {
  engine = new TestEngine();
  conversations = new Conversations(engine);
});

const call = (name: string, input: unknown = {}, { id = 'a', signal = new AbortController().signal } = {}) =>
  callTool({ tools, name, input, conversation: conversations.get(id), signal });

test('a result has the text for the model, the data for programs, and the page', async () => {
  expect(await call('browser_navigate', { url: 'localhost:3000/x' })).toEqual({
    text: expect.stringMatching(
      /^Opened\.\n<untrusted (\d{20})>\nPage: "a" http:\/\/localhost:3000\/x \[200\]\n<\/untrusted \1>$/,
    ),
    data: { url: 'http://localhost:3000/x', title: 'a', status: 200 },
    page: { url: 'http://localhost:3000/x', title: 'a', status: 200, tab: 't1', loading: false },
  });
});

test('calls that change the page run one at a time, in order', async () => {
  await Promise.all([call('browser_navigate', { url: 'one.test' }), call('browser_navigate', { url: 'two.test' })]);
  expect(engine.opened[0]?.visits).toEqual([
    'start https://one.test/',
    'https://one.test/',
    'start https://two.test/',
    'https://two.test/',
  ]);
});

test('a failed call does not hold up the next one', async () => {
  const failing = call('browser_navigate', { url: 'file:///etc/passwd' });
  const next = call('browser_navigate', { url: 'two.test' });
  await expect(failing).rejects.toMatchObject({ code: 'denied' });
  await expect(next).resolves.toBeDefined();
});

test('browser_close starts no browser, and says whether there was one', async () => {
  expect((await call('browser_close')).data).toEqual({ closed: false });
  expect(engine.opened).toHaveLength(0);
  await call('browser_snapshot');
  expect(await call('browser_close')).toEqual({
    text: 'Closed the browser.\nPage: none, no browser is open',
    data: { closed: true },
    page: null,
  });
});

test('browser_close does not wait behind other calls; those that come after it get a new browser', async () => {
  await call('browser_snapshot');
  const [, opened] = await Promise.all([call('browser_close'), call('browser_navigate', { url: 'one.test' })]);
  expect(opened.page?.url).toBe('https://one.test/');
  await conversations.closeAll();
  expect(engine.opened.every(({ alive }) => !alive)).toBe(true);
});

test('a call that waits for its turn when the server ends starts no browser', async () => {
  const waiting = [call('browser_navigate', { url: 'one.test' }), call('browser_navigate', { url: 'two.test' })];
  await conversations.closeAll();
  await Promise.allSettled(waiting);
  expect(engine.opened.every(({ alive }) => !alive)).toBe(true);
});

test('a call that comes to nothing leaves nothing behind', async () => {
  await expect(call('browser_fly', {}, { id: 'stray' })).rejects.toMatchObject({ code: 'unknown_tool' });
  expect(conversations.get('stray')).not.toBe(conversations.get('stray'));
});

test('a call that its caller has given up is cancelled', async () => {
  const aborted = AbortSignal.abort();
  await expect(call('browser_navigate', { url: 'one.test' }, { signal: aborted })).rejects.toMatchObject({
    code: 'cancelled',
  });
  expect(engine.opened).toHaveLength(0);
});

test('a call that is given up under way ends at once; what it has begun still has its turn', async () => {
  const stop = new AbortController();
  let start = () => {};
  engine.gate = new Promise<void>((resolve) => {
    start = resolve;
  });
  const first = call('browser_navigate', { url: 'one.test' }, { signal: stop.signal });
  const second = call('browser_navigate', { url: 'two.test' });
  await vi.waitFor(() => expect(engine.opened).toHaveLength(1));
  stop.abort();
  await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  start();
  await second;
  expect(engine.opened[0]?.visits).toEqual([
    'start https://one.test/',
    'https://one.test/',
    'start https://two.test/',
    'https://two.test/',
  ]);
});

describe('bad input', () => {
  test('the error for an unknown tool lists the names of the others', async () => {
    await expect(call('browser_fly')).rejects.toMatchObject({
      code: 'unknown_tool',
      message: 'There is no tool "browser_fly".',
      hint: expect.stringContaining('browser_navigate'),
    });
  });

  test.each([
    ['a missing argument', {}, 'url is required'],
    ['a wrong type', { url: 7 }, 'url is wrong: expected string, received number'],
    ['an unknown argument', { url: 'a.test', speed: 1 }, 'speed is not an argument'],
    ['a wrong choice', { url: 'a.test', waitUntil: 'never' }, 'waitUntil'],
    ['a wrong duration', { url: 'a.test', timeout: 'soon' }, 'timeout is wrong: expected milliseconds'],
    ['a duration beyond all bounds', { url: 'a.test', timeout: '99999m' }, 'timeout is wrong: expected more than 0'],
    ['no time at all', { url: 'a.test', timeout: '0s' }, 'timeout is wrong: expected more than 0'],
    ['a negative duration', { url: 'a.test', timeout: -1 }, 'timeout'],
    ['a list', [], 'the input is wrong: expected object'],
    ['a text', 'https://a.test', 'the input is wrong: expected object'],
  ])('%s names the field and what the tool takes', async (_, input, reason) => {
    await expect(call('browser_navigate', input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(reason),
      hint: 'It takes url, waitUntil, timeout. Correct the call and retry.',
    });
    expect(engine.opened).toHaveLength(0);
  });
});

describe('addresses', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    ['example.com:8443/a?b#c', 'https://example.com:8443/a?b#c'],
    ['localhost:3000', 'http://localhost:3000/'],
    ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['app.localhost', 'http://app.localhost/'],
    ['localhostess.com', 'https://localhostess.com/'],
    [' HTTPS://Example.com ', 'https://example.com/'],
    ['about:blank', 'about:blank'],
    ['data:text/html,hi', 'data:text/html,hi'],
  ])('%s opens %s', async (typed, opened) => {
    expect((await call('browser_navigate', { url: typed })).page?.url).toBe(opened);
  });

  test.each([
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'chrome://settings',
    'view-source:https://example.com',
    'devtools://devtools/bundled/inspector.html',
    'javascript:alert(1)',
    'ftp://example.com',
    'blob:https://example.com/1',
    'about:config',
    ' file:///etc/passwd',
  ])('%s is refused before a browser is asked', async (typed) => {
    await expect(call('browser_navigate', { url: typed })).rejects.toMatchObject({ code: 'denied' });
    expect(engine.opened).toHaveLength(0);
  });

  test.each(['http://', 'https://exa mple.com', 'http://[::1'])('%s is not an address', async (typed) => {
    await expect(call('browser_navigate', { url: typed })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

test('the description of a tool is JSON Schema that names every argument', () => {
  const [navigate] = catalogue.map(describeTool);
  expect(navigate).toMatchObject({
    name: 'browser_navigate',
    effect: 'write',
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string', description: expect.any(String) } },
      required: ['url'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', required: ['url', 'title', 'status'] },
  });
});

test('REQ-BT-012: a tool keeps nothing of a conversation: one definition serves many, each with its own browser', async () => {
  const [one, two] = await Promise.all([
    call('browser_navigate', { url: 'one.test' }, { id: 'one' }),
    call('browser_navigate', { url: 'two.test' }, { id: 'two' }),
  ]);
  expect([one.page?.title, two.page?.title]).toEqual(['one', 'two']);
  expect((await call('browser_snapshot', {}, { id: 'one' })).page?.url).toBe('https://one.test/');
  expect(engine.opened).toHaveLength(2);
});
