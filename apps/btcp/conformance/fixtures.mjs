// What the conformance suite asks a server to offer so that it can exercise the protocol: nothing a user would want.
// The tools go through the same HTTP handler, sessions and guard as ours.
import { setTimeout as delay } from 'node:timers/promises';
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (value) => ({ type: 'text', text: value });
const image = { type: 'image', data: RED_DOT, mimeType: 'image/png' };
const says = (value) => ({ content: [text(value)] });
const user = (content) => ({ role: 'user', content });

const states = createRequestStateCodec({ key: 'a key that only the conformance run uses', ttlSeconds: 60 });

const nameForm = z.object({ name: z.string() });
const askName = (message) => inputRequired.elicit({ message, requestedSchema: nameForm });
const askModel = (prompt, maxTokens) => inputRequired.createMessage({ messages: [user(text(prompt))], maxTokens });

/** A server of the suite's own tools, resources and prompts. */
export function createFixtureServer() {
  const server = new McpServer(
    { name: 'btcp-conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
      requestState: { verify: states.verify },
    },
  );
  addContentTools(server);
  addTalkingTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addContentTools(server) {
  const tool = (name, content, schema = {}) =>
    server.registerTool(name, { description: `Answers with fixed content (${name})`, ...schema }, () => ({ content }));
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }]);
  tool('test_embedded_resource', [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ]);
  server.registerTool('test_error_handling', { description: 'Always fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function addTalkingTools(server) {
  server.registerTool('test_tool_with_logging', { description: 'Logs while it works' }, async (context) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', message);
      await delay(50);
    }
    return says('Logged three times.');
  });
  server.registerTool('test_logging_tool', { description: 'Logs once' }, async (context) => {
    await context.mcpReq.log('info', 'Logged only for those who asked for logs');
    return says('Logged once.');
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports its progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await delay(50);
    }
    return says('Done in three steps.');
  });
  server.registerTool(
    'test_sampling',
    { description: 'Asks the client for a completion', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({ messages: [user(text(prompt))], maxTokens: 100 });
      return says(`LLM response: ${content.text}`);
    },
  );
  const elicits = (name, inputSchema, requestedSchema, say) =>
    server.registerTool(name, { description: 'Asks the user', inputSchema }, async (input, { mcpReq }) => {
      const { action, content } = await mcpReq.elicitInput({
        mode: 'form',
        message: input.message ?? 'Please fill this in',
        requestedSchema,
      });
      return says(`${say}: action=${action}, content=${JSON.stringify(content ?? {})}`);
    });
  elicits(
    'test_elicitation',
    z.object({ message: z.string() }),
    {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    },
    'User response',
  );
  elicits(
    'test_elicitation_sep1034_defaults',
    z.object({}),
    {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    },
    'Elicitation completed',
  );
  const options = ['option1', 'option2', 'option3'];
  const titled = (word) =>
    ['First', 'Second', 'Third'].map((nth, index) => ({ const: `value${index + 1}`, title: `${nth} ${word}` }));
  elicits(
    'test_elicitation_sep1330_enums',
    z.object({}),
    {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled('Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
      },
    },
    'Elicitation completed',
  );
}

/** Tools that need answers of the client in a second round, as the stateless protocol has it. */
function addAskingTools(server) {
  const asking = (name, run) =>
    server.registerTool(`test_input_required_result_${name}`, { description: `Asks before it answers (${name})` }, run);

  asking('elicitation', ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name', nameForm);
    return answer
      ? says(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: askName('What is your name?') } });
  });
  server.registerTool('test_streaming_elicitation', { description: 'Asks in its answer' }, ({ mcpReq }) =>
    mcpReq.inputResponses
      ? says('Thank you.')
      : inputRequired({ inputRequests: { user_name: askName('What is your name?') } }),
  );
  asking('sampling', ({ mcpReq }) => {
    const answer = mcpReq.inputResponses?.capital_question;
    return answer
      ? says(`The model says: ${answer.content?.text}`)
      : inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?', 100) } });
  });
  asking('list_roots', ({ mcpReq }) => {
    const answer = mcpReq.inputResponses?.client_roots;
    return answer
      ? says(`The roots are ${answer.roots?.map(({ uri }) => uri).join(', ')}`)
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  const confirmed = async ({ mcpReq }) => {
    if (mcpReq.inputResponses && mcpReq.requestState()) return says('state-ok');
    const confirm = inputRequired.elicit({
      message: 'Please confirm',
      requestedSchema: z.object({ ok: z.boolean() }),
    });
    return inputRequired({ inputRequests: { confirm }, requestState: await states.mint({ round: 1 }) });
  };
  asking('request_state', confirmed);
  asking('tampered_state', confirmed);
  asking('multiple_inputs', async ({ mcpReq }) => {
    const { user_name, greeting, client_roots } = mcpReq.inputResponses ?? {};
    if (user_name && greeting && client_roots) return says('All three answers are here.');
    return inputRequired({
      inputRequests: {
        user_name: askName('What is your name?'),
        greeting: askModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint({ round: 1 }),
    });
  });
  asking('multi_round', async ({ mcpReq }) => {
    const round = mcpReq.requestState()?.round ?? 0;
    if (round === 2 && mcpReq.inputResponses?.step2) return says('Both steps are done.');
    if (round === 1 && mcpReq.inputResponses?.step1) {
      const step2 = inputRequired.elicit({
        message: 'Step 2: What is your favorite color?',
        requestedSchema: z.object({ color: z.string() }),
      });
      return inputRequired({ inputRequests: { step2 }, requestState: await states.mint({ round: 2 }) });
    }
    const step1 = askName('Step 1: What is your name?');
    return inputRequired({ inputRequests: { step1 }, requestState: await states.mint({ round: 1 }) });
  });
  const abilitiesOf = ({ mcpReq }) => mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
  asking('capabilities', (context) => {
    if (context.mcpReq.inputResponses) return says('Thank you.');
    const { elicitation, sampling } = abilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { user_name: askName('What is your name?') } : {}),
        ...(sampling ? { greeting: askModel('Generate a greeting', 50) } : {}),
      },
    });
  });
  // The SDK refuses to ask for what the client has not declared.
  server.registerTool('test_missing_capability', { description: 'Needs sampling' }, ({ mcpReq }) =>
    mcpReq.inputResponses
      ? says('The client can sample.')
      : inputRequired({ inputRequests: { greeting: askModel('Generate a greeting', 50) } }),
  );
}

function addResources(server) {
  const resource = (name, uri, mimeType, content) =>
    server.registerResource(name, uri, { description: `Fixed content (${name})`, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  resource('static-text', 'test://static-text', 'text/plain', {
    text: 'This is the content of the static text resource.',
  });
  resource('static-binary', 'test://static-binary', 'image/png', { blob: RED_DOT });
  resource('watched-resource', 'test://watched-resource', 'text/plain', { text: 'Watched.' });
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Content made for an id', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }));
}

function addPrompts(server) {
  const prompt = (name, argsSchema, write) =>
    server.registerPrompt(name, { description: `Fixed text (${name})`, argsSchema }, write);
  prompt('test_simple_prompt', undefined, () => ({ messages: [user(text('This is a simple prompt for testing.'))] }));
  prompt('test_prompt_with_arguments', z.object({ arg1: z.string(), arg2: z.string() }), ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  prompt('test_prompt_with_embedded_resource', z.object({ resourceUri: z.string() }), ({ resourceUri }) => ({
    messages: [
      user({
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      user(text('Please process the embedded resource above.')),
    ],
  }));
  prompt('test_prompt_with_image', undefined, () => ({
    messages: [user(image), user(text('Please analyze the image above.'))],
  }));
  prompt('test_input_required_result_prompt', undefined, ({ mcpReq }) => {
    const contextForm = z.object({ context: z.string() });
    const answer = acceptedContent(mcpReq.inputResponses, 'user_context', contextForm);
    if (answer) return { messages: [user(text(`In this context: ${answer.context}`))] };
    const message = 'What context should the prompt use?';
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: contextForm }) },
    });
  });
}
