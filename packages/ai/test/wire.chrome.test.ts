import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { browserTools, createBrowser, showPictures } from '@btcp/ai';
import { btcpBrowserPlugin } from '@btcp/ai/ai-core';
import type { PageServer } from '@btcp/test-support';
import { createExecutor } from '@cherrystudio/ai-core';
import { generateText, stepCountIs, streamText } from 'ai';
import { type ChatRequest, type Message, refOf, serveScriptedModel, type Turn } from 'example-model/scripted-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serveShop } from './shop.ts';

let shop: PageServer;
const browser = createBrowser();
beforeAll(async () => {
  shop = await serveShop();
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

// What an API of this kind demands of the tools that it is offered.
const toolOffer = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().min(10),
    parameters: z.strictObject({
      type: z.literal('object'),
      properties: z.record(z.string(), z.looseObject({})),
      required: z.array(z.string()).optional(),
      additionalProperties: z.literal(false),
    }),
  }),
});

// Checks every offer, and every call of the script against the schema that was offered for it.
function checkRequest({ tools = [], messages }: ChatRequest) {
  for (const offer of tools) toolOffer.parse(offer);
  const schemas = new Map(tools.map((offer) => [offer.function.name, z.fromJSONSchema(offer.function.parameters)]));
  for (const { tool_calls: calls = [] } of messages) {
    for (const { function: called } of calls) schemas.get(called.name)?.parse(JSON.parse(called.arguments));
  }
  for (const schema of schemas.values()) expect(schema.safeParse({ unheard: 1 }).success).toBe(false);
}

const script = (): (Turn | ((messages: Message[]) => Turn))[] => [
  [['browser_navigate', { url: `${shop.origin}/order?thing=lamp` }]],
  [['browser_snapshot', {}]],
  (messages) => [
    ['browser_type', { selector: refOf(messages, 'textbox "Name"'), text: 'Ada' }],
    ['browser_click', { selector: 'button', clickCount: 1 }],
  ],
  [['browser_screenshot', {}]],
  [['browser_get_text', { selector: '#state' }]],
  (messages) => String(messages.at(-1)?.content),
];

async function serve() {
  const requests: ChatRequest[] = [];
  const model = await serveScriptedModel(script(), (request) => {
    checkRequest(request);
    requests.push(request);
  });
  return { ...model, requests, [Symbol.asyncDispose]: () => model.close() };
}

test('AI SDK, generateText: what a server is sent is valid, and its calls are carried out', async () => {
  await using server = await serve();
  const provider = createOpenAICompatible({ name: 'scripted', baseURL: server.baseURL });
  const tools = browserTools({ agent: browser, images: false });
  const model = provider('scripted');
  const { text } = await generateText({ model, prompt: 'Order.', tools, stopWhen: stepCountIs(9), maxRetries: 0 });
  expect(text).toContain('Ordered: lamp for Ada');
  expect(server.requests).toHaveLength(6);
  expect(server.requests[0]?.tools?.length).toBeGreaterThan(10);
  // The screenshot was taken, and nobody was sent a picture as text.
  expect(JSON.stringify(server.requests.at(-1))).toContain('Screenshot taken');
  expect(JSON.stringify(server.requests.at(-1)).length).toBeLessThan(30_000);
});

// What chat completions take: the results of the turn, and after them the picture, from the user and as a picture.
const PICTURE_FOLLOWS = [
  { role: 'assistant', tool_calls: [{ function: { name: 'browser_screenshot' } }] },
  { role: 'tool', content: expect.stringMatching(/^.{1,300}$/s) },
  {
    role: 'user',
    content: [
      { type: 'text', text: expect.stringContaining('browser_screenshot') },
      { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/\w+;base64,[\w+/]{100,}=*$/) } },
    ],
  },
];

test('AI SDK, streamText: the same as a stream of events, and the model sees the picture', async () => {
  await using server = await serve();
  const model = createOpenAICompatible({ name: 'scripted', baseURL: server.baseURL })('scripted');
  const tools = browserTools({ agent: browser });
  const stopWhen = stepCountIs(9);
  const stream = streamText({ model, prompt: 'Order.', tools, stopWhen, prepareStep: showPictures });
  expect(await stream.text).toContain('Ordered: lamp for Ada');
  expect(server.requests.every((request) => request.stream)).toBe(true);
  expect(server.requests[4]?.messages.slice(-3)).toMatchObject(PICTURE_FOLLOWS);
});

test('aiCore: the model is named by text, and the tools and the hint are sent', async () => {
  await using server = await serve();
  const plugin = btcpBrowserPlugin({ agent: browser });
  const settings = { name: 'scripted', baseURL: server.baseURL, apiKey: 'none' };
  const executor = await createExecutor('openai-compatible', settings, [plugin]);
  const stream = await executor.streamText({ model: 'scripted', system: 'Be brief.', prompt: 'Order.' });
  expect(await stream.text).toContain('Ordered: lamp for Ada');
  expect(server.requests[0]?.tools).toHaveLength(17);
  expect(server.requests[0]?.messages[0]).toMatchObject({
    role: 'system',
    content: expect.stringMatching(/^Be brief\.\n\n.*browser_snapshot/s),
  });
  expect(server.requests[4]?.messages.slice(-3)).toMatchObject(PICTURE_FOLLOWS);
});
