import { z } from 'zod';
import { argumentsText, type Dialect, expectAnswered, halves } from './dialect.ts';

const text = z.looseObject({ type: z.literal('text'), text: z.string().min(1) });
const image = z.looseObject({
  type: z.literal('image'),
  source: z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
});
const result = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.union([text, image]))]),
});
// Arguments that are no object are refused.
const call = z.looseObject({ type: z.literal('tool_use'), id: z.string(), input: z.record(z.string(), z.unknown()) });
const request = z.looseObject({
  stream: z.literal(true),
  tools: z.array(z.looseObject({ name: z.string() })),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.looseObject({ role: z.literal('user'), content: z.array(z.union([text, image, result])) }),
      z.looseObject({ role: z.literal('assistant'), content: z.array(z.union([text, call])) }),
    ]),
  ),
});

const isCall = (part: { type: string }): part is z.infer<typeof call> => part.type === 'tool_use';
const isResult = (part: { type: string }): part is z.infer<typeof result> => part.type === 'tool_result';

/** The Messages API. */
export const anthropic: Dialect = {
  isFor: (path) => path.endsWith('/messages'),

  read(body, headers) {
    const { messages, tools } = request.parse(body);
    const marks = JSON.stringify(body).split('"cache_control":{"type":"ephemeral"}').length - 1;
    if (marks === 0 || marks > 4) throw new Error(`There are ${marks} marks of what to keep.`);
    const results: string[] = [];
    let pictures = 0;
    for (const [index, { role, content }] of messages.entries()) {
      if (role !== (index % 2 === 0 ? 'user' : 'assistant')) throw new Error('Roles must alternate.');
      if (role === 'assistant') continue;
      const calls = (messages[index - 1]?.content ?? []).filter(isCall).map(({ id }) => id);
      const answers = content.filter(isResult);
      expectAnswered(calls.toSorted(), answers.map(({ tool_use_id }) => tool_use_id).toSorted());
      for (const { content: reported } of answers) {
        const parts = typeof reported === 'string' ? [{ type: 'text' as const, text: reported }] : reported;
        results.push(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));
        pictures += parts.filter(({ type }) => type === 'image').length;
      }
    }
    return { key: String(headers['x-api-key']), tools: tools.map(({ name }) => name), results, pictures };
  },

  write(answer, turn) {
    const event = (type: string, data: object) => ({ event: type, data: { type, ...data } });
    const block = (index: number, content_block: object, deltas: object[]) => [
      event('content_block_start', { index, content_block }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ];
    const blocks =
      typeof answer === 'string'
        ? block(
            0,
            { type: 'text', text: '' },
            halves(answer).map((half) => ({ type: 'text_delta', text: half })),
          )
        : answer.flatMap(([name, args], index) =>
            block(
              index,
              { type: 'tool_use', id: `call-${turn}-${index}`, name, input: {} },
              halves(argumentsText(args)).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
            ),
          );
    const usage = { input_tokens: 60, cache_read_input_tokens: 40, cache_creation_input_tokens: 0, output_tokens: 1 };
    const message = { id: `message-${turn}`, type: 'message', role: 'assistant', model: 'm', content: [], usage };
    return [
      event('message_start', { message }),
      ...blocks,
      event('message_delta', {
        delta: { stop_reason: typeof answer === 'string' ? 'end_turn' : 'tool_use', stop_sequence: null },
        usage: { output_tokens: 10 },
      }),
      event('message_stop', {}),
    ];
  },

  fail: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};
