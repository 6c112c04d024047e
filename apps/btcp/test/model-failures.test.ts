import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './deploy/proxies.ts';
import { type Provider, refusal, serveProvider } from './providers/serve-provider.ts';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const KEY = 'sk-the-key-itself';
// The providers decide how long to wait before another try.
const AT_ONCE = { 'retry-after-ms': '1' };

const home = new TestHome();
let provider: Provider;
let workspace: Workspace;
let agent: string;

beforeAll(async () => {
  provider = await serveProvider();
  workspace = await Workspace.start(home);
  const { body } = await workspace.ask('POST', '/agents', { name: 'Unlucky' });
  agent = body.slug;
});
afterAll(async () => {
  await workspace.stop();
  await provider[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

async function choose(baseUrl = `${provider.origin}/v1`, name = 'openai-compatible') {
  await workspace.ask('PUT', '/settings', { provider: name, model: 'model-1', key: KEY, baseUrl });
}

async function say(text: string) {
  const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
  const path = `/agents/${agent}/sessions/${session.id}`;
  await workspace.ask('POST', `${path}/messages`, { text });
  const ended = async () => (await workspace.until(agent, session.id, 'idle', 'failed', 'limit', 'stopped')).run;
  return { path, id: session.id, ended };
}

test.each([
  [
    'a key that is refused',
    [refusal(401, `Incorrect API key provided: ${KEY}`)],
    'The model server refused the key (401): Incorrect API key provided: •••',
    'Set another key.',
    'settings',
  ],
  [
    'a model that is not there',
    [refusal(404, 'The model does not exist')],
    /^The model server has no model "model-1" at http:.* \(404\): The model does not exist$/,
    'Correct the model name or its address in the settings.',
    'settings',
  ],
  [
    'too many requests, again and again',
    Array.from({ length: 3 }, () => refusal(429, 'Slow down', { ...AT_ONCE, 'retry-after': '90' })),
    'The model server is rate limiting requests (429): Slow down',
    'Try again in 90 seconds.',
    'retry',
  ],
  [
    'a provider that is down',
    Array.from({ length: 3 }, () => refusal(500, 'Out of order', AT_ONCE)),
    'The model server failed (500): Out of order',
    'Try again in a while.',
    'retry',
  ],
  [
    'a conversation that is too long',
    [refusal(400, "This model's maximum context length is 128000 tokens. Your messages have 200000.")],
    /^The conversation is longer than the model can read: This model's maximum/,
    'Begin a new session, or choose a model that reads more.',
    'new-session',
  ],
  [
    'a request that is refused',
    [refusal(400, 'Tools are not supported')],
    'The model server refused the request (400): Tools are not supported',
    'Check the model and its address in the settings.',
    'settings',
  ],
  [
    'an empty answer',
    [''],
    'The model returned an empty answer.',
    'Try again. If it happens again, check the model and its address in the settings.',
    'retry',
  ],
  [
    'a page in place of an answer',
    [{ fail: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>') }],
    /^The answer of the model cannot be read: /,
    'Check in the settings that the address speaks the protocol of openai-compatible.',
    'settings',
  ],
  [
    'a stream that makes no sense',
    [{ fail: (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {oops\n\n') }],
    /^The answer of the model cannot be read: /,
    'Check in the settings that the address speaks the protocol of openai-compatible.',
    'settings',
  ],
  [
    'a connection that breaks off',
    [
      {
        fail(response) {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.write('data: {"id":"1","choices":[{"index":0,"delta":{"content":"I be"}}]}\n\n', () =>
            response.destroy(),
          );
        },
      },
    ],
    /^The connection to the model was lost: /,
    'Try again.',
    'retry',
  ],
  [
    'a quota that is used up',
    Array.from({ length: 3 }, () => refusal(429, 'You exceeded your current quota: see billing details.', AT_ONCE)),
    /^The quota of this key at the model server is used up \(429\): You exceeded/i,
    'Add credit at the provider, or set another key. Waiting does not help.',
    'settings',
  ],
] satisfies [string, Parameters<Provider['play']>, string | RegExp, string, string][])(
  '%s is reported in words, with what to do next, and resuming goes on',
  async (_, turns, message, hint, next) => {
    await choose();
    provider.play(...turns, 'I am back.');
    const { path, id, ended } = await say('Hello');
    const reported = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await ended()).toEqual({ state: 'failed', message: reported, hint, next });
    await workspace.ask('POST', `${path}/resume`);
    await workspace.until(agent, id, 'idle');
    const { messages } = await workspace.state(path);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'I am back.' }]);
    expect(JSON.stringify(messages) + workspace.server.log).not.toContain(KEY);
  },
);

test('a model that nobody serves is named, whichever provider it is of', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const runs: ReturnType<typeof say>[] = [];
  for (const name of ['openai-compatible', 'openai', 'anthropic', 'google']) {
    await choose(`${origin}/v1`, name);
    runs.push(say('Hello'));
    await runs.at(-1);
  }
  for (const { ended } of await Promise.all(runs)) {
    expect(await ended()).toEqual({
      state: 'failed',
      message: expect.stringContaining(`No model answers at ${origin}: `),
      hint: 'Start the model, or correct its address in the settings.',
      next: 'settings',
    });
  }
});

test.each([
  ['openai-compatible', 'data: {"error":{"message":"Overloaded","type":"server_error"}}'],
  [
    'openai',
    'data: {"type":"response.failed","sequence_number":1,"response":{"error":{"code":"server_error","message":"Overloaded"}}}',
  ],
  ['anthropic', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
  ['google', 'data: {"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}'],
])('%s that gives up in the middle of an answer is reported in words', async (name, event) => {
  await choose(`${provider.origin}/v1`, name);
  provider.play({ brokenBy: event });
  const { path, ended } = await say('Hello');
  expect(await ended()).toEqual({
    state: 'failed',
    message: expect.stringMatching(/^(The provider cut off the answer|Google failed \(503\)): Overloaded$/),
    hint: expect.stringMatching(/^Try again/),
    next: 'retry',
  });
  const { messages } = await workspace.state(path);
  expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: expect.stringMatching(/^I b/) }]);
});

test('an address that is none is refused where it is set', async () => {
  expect(await workspace.ask('PUT', '/settings', { baseUrl: 'nonsense' })).toMatchObject({
    status: 400,
    body: { error: { message: '"nonsense" is not the address of a model.' } },
  });
});

test('what a provider refuses for a moment is asked again', async () => {
  await choose();
  provider.play(refusal(429, 'Slow down', AT_ONCE), refusal(503, 'Busy', AT_ONCE), 'Here I am.');
  const { ended } = await say('Hello');
  expect(await ended()).toEqual({ state: 'idle' });
  expect(provider.asked).toHaveLength(3);
});

test.each(['openai-compatible', 'openai', 'anthropic'])(
  '%s is notified of calls that cannot be made, and the person sees them',
  async (name) => {
    await choose(`${provider.origin}/v1`, name);
    provider.play(
      [
        ['browser_fly', { to: 'the moon' }],
        ['browser_click', '{"selector": '],
      ],
      [['browser_click', { nothing: true }]],
      'I give up.',
    );
    const { path, ended } = await say('Go');
    expect(await ended()).toEqual({ state: 'idle' });
    const { messages } = await workspace.state(path);
    expect(messages.at(-1)?.parts).toMatchObject([
      {
        state: 'failed',
        error: { code: 'unknown_tool', message: 'The model called browser_fly, which is not a tool.' },
      },
      {
        state: 'failed',
        error: {
          code: 'invalid_input',
          message: 'The model called browser_click with arguments that are not JSON.',
          hint: 'The agent has been informed and continues.',
        },
      },
      { state: 'failed', error: { code: 'invalid_input', message: expect.stringContaining('selector') } },
      { text: 'I give up.' },
    ]);
    expect(provider.asked.at(-1)?.results).toEqual([
      expect.stringContaining('browser_fly'),
      expect.stringContaining('JSON'),
      expect.stringContaining('selector'),
    ]);
  },
);

test('a run is stopped also while a provider makes it wait', async () => {
  await choose();
  let isWaiting = () => {};
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  provider.play({
    fail(response) {
      response.writeHead(429, { 'retry-after': '50' }).end('{"error":{"message":"Slow down"}}');
      void once(response, 'close').then(isWaiting);
    },
  });
  const { path, ended } = await say('Hello');
  await waiting;
  const events = await workspace.events(path);
  const { run } = (await events.next('state')).session;
  if (!('note' in run)) await events.next('run', (event) => 'note' in event.run);
  expect(await workspace.state(path)).toMatchObject({
    session: { run: { note: 'The provider is rate limiting requests. Asking again in 50 seconds' } },
  });
  events.close();
  await workspace.ask('POST', `${path}/stop`);
  expect(await ended()).toEqual({ state: 'stopped' });
});
