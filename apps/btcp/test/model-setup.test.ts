import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Provider, refusal, serveProvider } from './providers/serve-provider.ts';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const home = new TestHome();
let provider: Provider;
let workspace: Workspace;
let agent: string;

beforeAll(async () => {
  provider = await serveProvider();
  workspace = await Workspace.start(home, {}, ['--model-silence', '500ms']);
  const { body } = await workspace.ask('POST', '/agents', { name: 'Careful' });
  agent = body.slug;
});
afterAll(async () => {
  await workspace.stop();
  await provider[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

const draft = (rest: object = {}) => ({
  provider: 'openai-compatible',
  model: 'model-1',
  key: 'sk-draft',
  baseUrl: `${provider.origin}/v1`,
  ...rest,
});

test('settings are tried before they are saved, and nothing is kept', async () => {
  provider.play('OK', refusal(401, 'Incorrect API key provided: sk-draft'));
  expect(await workspace.ask('POST', '/settings/test', draft())).toMatchObject({
    status: 200,
    body: { ok: true, text: 'OK', milliseconds: expect.any(Number) },
  });
  expect(await workspace.ask('POST', '/settings/test', draft())).toMatchObject({
    status: 200,
    body: {
      ok: false,
      problem: {
        message: 'The model server refused the key (401): Incorrect API key provided: •••',
        hint: 'Set another key.',
        next: 'settings',
      },
    },
  });
  expect((await workspace.ask('GET', '/config')).body.model).toMatchObject({ provider: null, hasKey: false });
  expect(await workspace.ask('POST', '/settings/test', draft({ model: null }))).toMatchObject({
    status: 501,
    body: { error: { message: expect.stringContaining('No model of the model server is chosen') } },
  });
});

test.each([
  ['openai-compatible', { data: [{ id: 'b' }, { id: 'a' }] }, { authorization: 'Bearer sk-draft' }],
  ['openai', { data: [{ id: 'b' }, { id: 'a' }] }, { authorization: 'Bearer sk-draft' }],
  [
    'anthropic',
    {
      data: [
        { type: 'model', id: 'b' },
        { type: 'model', id: 'a' },
      ],
    },
    { 'x-api-key': 'sk-draft' },
  ],
  [
    'google',
    {
      models: [
        { name: 'models/b', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/a', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
      ],
    },
    { 'x-goog-api-key': 'sk-draft' },
  ],
])('the models of %s are listed for the key that was entered', async (name, answer, headers) => {
  const asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const listed = await workspace.ask('POST', '/settings/models', draft({ provider: name, baseUrl, model: null }));
  await new Promise((resolve) => server.close(resolve));
  expect(listed).toEqual({ status: 200, body: { models: ['a', 'b'] } });
  expect(asked).toMatchObject([{ url: expect.stringContaining('/v1/models'), headers }]);
});

test('a list of models that cannot be fetched says why', async () => {
  const page = createServer((_request, response) => response.end('<h1>Hello</h1>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
  const { body } = await workspace.ask('POST', '/settings/models', draft({ baseUrl }));
  await new Promise((resolve) => page.close(resolve));
  expect(body).toMatchObject({
    models: [],
    problem: { message: expect.stringContaining('The answer of the model cannot be read'), next: 'settings' },
  });
  expect((await workspace.ask('POST', '/settings/models', draft({ baseUrl }))).body).toMatchObject({
    models: [],
    problem: { message: expect.stringContaining(`No model answers at ${baseUrl}: `), next: 'settings' },
  });
});

test('a message that is sent during a run is read when the run is done', async () => {
  await workspace.ask('PUT', '/settings', draft());
  let answerFirst = () => {};
  const asked = new Promise<void>((resolve) => {
    provider.play(
      {
        fail: (response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          answerFirst = () => {
            response.write('data: {"id":"1","choices":[{"index":0,"delta":{"content":"First."}}]}\n\n');
            response.end(
              'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
            );
          };
          resolve();
        },
      },
      'Second.',
    );
  });
  const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
  const path = `/agents/${agent}/sessions/${session.id}`;
  await workspace.ask('POST', `${path}/messages`, { text: 'One' });
  await asked;
  expect(await workspace.ask('POST', `${path}/messages`, { text: 'Two' })).toMatchObject({ status: 202 });
  answerFirst();
  await vi.waitFor(async () => {
    const { messages } = await workspace.state(path);
    expect(messages.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''))).toEqual([
      'One',
      'First.',
      'Two',
      'Second.',
    ]);
  });
  expect(provider.asked).toHaveLength(2);
  await workspace.until(agent, session.id, 'idle');
});

test('a model that sends nothing is reported, and the run can be stopped', async () => {
  await workspace.ask('PUT', '/settings', draft());
  provider.play({
    fail: (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  });
  const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
  const path = `/agents/${agent}/sessions/${session.id}`;
  const events = await workspace.events(path);
  await workspace.ask('POST', `${path}/messages`, { text: 'Hello' });
  const { run } = await events.next('run', ({ run: state }) => state.state === 'running' && state.isSilent === true);
  expect(run).toMatchObject({ note: 'The model has sent nothing for 1 s.' });
  await workspace.ask('POST', `${path}/stop`);
  await workspace.until(agent, session.id, 'stopped');
  events.close();
});

test('an agent has a model, instructions, tools and a step limit of its own', async () => {
  await workspace.ask('PUT', '/settings', draft({ stepLimit: 20 }));
  const settings = {
    model: 'model-of-my-own',
    instructions: 'Never buy anything.',
    tools: ['browser_snapshot', 'browser_navigate'],
    stepLimit: 2,
  };
  expect(await workspace.ask('PATCH', `/agents/${agent}`, { settings })).toMatchObject({
    status: 200,
    body: { name: 'Careful', settings },
  });
  provider.play([['browser_click', { selector: '@e1' }]], [['browser_click', { selector: '@e1' }]]);
  const { body: session } = await workspace.ask('POST', `/agents/${agent}/sessions`, {});
  const path = `/agents/${agent}/sessions/${session.id}`;
  await workspace.ask('POST', `${path}/messages`, { text: 'Buy it' });
  const { run } = await workspace.until(agent, session.id, 'limit', 'failed', 'idle');
  expect(run).toEqual({ state: 'limit', stepLimit: 2 });
  const [first] = provider.asked;
  expect(first?.tools.toSorted()).toEqual(['browser_navigate', 'browser_snapshot']);
  expect(first?.text).toContain('"model":"model-of-my-own"');
  expect(first?.text).toContain('Never buy anything.');
  const { messages } = await workspace.state(path);
  expect(JSON.stringify(messages)).toContain('"code":"unknown_tool"');

  const { body: back } = await workspace.ask('PATCH', `/agents/${agent}`, {
    settings: { model: null, instructions: null, tools: null, stepLimit: null },
  });
  expect(back.settings).toBeUndefined();
  provider.play('Done.');
  await workspace.ask('POST', `${path}/messages`, { text: 'Again' });
  await workspace.until(agent, session.id, 'idle');
  expect(provider.asked[0]?.tools).toContain('browser_click');
  expect(provider.asked[0]?.text).toContain('"model":"model-1"');
});

test.each([
  ['an unknown tool', { tools: ['browser_clik'] }, 'The server offers no tool "browser_clik" to agents.'],
  ['no tools', { tools: [] }, 'tools is wrong: expected a list of at least one name.'],
  ['tools that are no names', { tools: [1] }, 'tools is wrong'],
  ['no steps', { stepLimit: 0 }, 'stepLimit is wrong.'],
  ['steps as text', { stepLimit: '5' }, 'stepLimit is wrong.'],
  [
    'long instructions',
    { instructions: 'x'.repeat(10_001) },
    'instructions is wrong: expected text of at most 10000 characters.',
  ],
  ['a model that is no text', { model: 5 }, 'model is wrong'],
  ['a key', { key: 'sk' }, 'An agent has no setting "key".'],
  ['a list', [], 'settings is wrong: expected an object.'],
])('settings of an agent that are wrong are refused: %s', async (_case, settings, message) => {
  const answer = await workspace.ask('PATCH', `/agents/${agent}`, { settings });
  expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(message) } } });
});
