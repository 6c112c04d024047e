// A server that speaks the chat completions of OpenAI and plays a script in place of a model.
import { createServer } from 'node:http';

/**
 * @typedef {{ function: { name: string, arguments: string } }} ToolCall
 * @typedef {{ role: string, content?: unknown, tool_calls?: ToolCall[] }} Message
 * @typedef {{ type: 'function', function: { name: string, description?: string, parameters: Record<string, unknown> } }} ToolOffer
 * @typedef {{ model: string, messages: Message[], tools?: ToolOffer[], stream?: boolean }} ChatRequest
 * @typedef {string | [name: string, args: object][]} Turn an answer, or the tools to call
 */

/**
 * @param {(Turn | ((messages: Message[]) => Turn))[]} turns played one after the other
 * @param {(request: ChatRequest) => void} [onRequest] what it throws is answered as an error
 * @param {typeof USAGE} [usage] what it says that each turn has cost
 * @param {number} [port] a free one by default
 */
export async function serveScriptedModel(turns, onRequest = () => {}, usage = USAGE, port = 0) {
  let played = 0;
  const server = createServer(async (request, response) => {
    try {
      /** @type {ChatRequest} */
      const chat = JSON.parse(await readText(request));
      onRequest(chat);
      const turn = turns[played++] ?? 'The script is over.';
      const choice = choiceOf(typeof turn === 'function' ? turn(chat.messages) : turn, played);
      const head = { id: `chat-${played}`, created: 0, model: chat.model };
      if (chat.stream) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const chunk of chunksOf(choice))
          response.write(event({ ...head, object: 'chat.completion.chunk', choices: [chunk] }));
        response.write(event({ ...head, object: 'chat.completion.chunk', choices: [], usage }));
        response.end('data: [DONE]\n\n');
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ...head, object: 'chat.completion', choices: [choice], usage }));
      }
    } catch (error) {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    baseURL: `http://127.0.0.1:${address.port}/v1`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The ref of the element that the last snapshot has under this role and name.
 * @param {Message[]} messages
 * @param {string} element such as `button "Save"`
 */
export function refOf(messages, element) {
  const snapshot = String(messages.at(-1)?.content);
  const line = snapshot.split('\n').find((each) => each.includes(element));
  const ref = /@(\w+)/.exec(line ?? '')?.[1];
  if (!ref) throw new Error(`There is no ${element} in:\n${snapshot}`);
  return `@${ref}`;
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/**
 * @param {Turn} turn
 * @param {number} number
 */
function choiceOf(turn, number) {
  if (typeof turn === 'string')
    return { index: 0, message: { role: 'assistant', content: turn }, finish_reason: 'stop' };
  const calls = turn.map(([name, args], index) => ({
    id: `call-${number}-${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' };
}

/** @param {ReturnType<typeof choiceOf>} choice */
function chunksOf({ message, finish_reason }) {
  const { content, tool_calls } = /** @type {{ content: string | null, tool_calls?: object[] }} */ (message);
  const words = content?.match(/\S+\s*/g) ?? [];
  const deltas = [
    { role: 'assistant' },
    ...words.map((word) => ({ content: word })),
    ...(tool_calls ?? []).map((call, index) => ({ tool_calls: [{ index, ...call }] })),
  ];
  return [...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })), { index: 0, delta: {}, finish_reason }];
}

/** @param {import('node:http').IncomingMessage} request */
async function readText(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** @param {object} data */
function event(data) {
  return `data: ${JSON.stringify(data)}\n\n`;
}
