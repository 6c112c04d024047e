import { z } from 'zod';
import { argumentsText, type Dialect, expectAnswered, halves } from './dialect.ts';

const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('input_text'), text: z.string() }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string().startsWith('data:image/') }),
]);
const request = z.looseObject({
  stream: z.literal(true),
  /** Nothing that an agent reads is to be kept there. */
  store: z.literal(false),
  tools: z.array(z.looseObject({ name: z.string() })),
  input: z.array(
    z.union([
      z.looseObject({ type: z.literal('function_call'), call_id: z.string(), arguments: z.string() }),
      z.looseObject({
        type: z.literal('function_call_output'),
        call_id: z.string(),
        output: z.union([z.string(), z.array(part)]),
      }),
      z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']) }),
    ]),
  ),
});

/** The Responses API. */
export const openai: Dialect = {
  isFor: (path) => path.endsWith('/responses'),

  read(body, headers) {
    const { input, tools } = request.parse(body);
    const outputs = input.flatMap((item) => (item.type === 'function_call_output' ? [item] : [])) as {
      call_id: string;
      output: string | z.infer<typeof part>[];
    }[];
    const calls = input.flatMap((item) => (item.type === 'function_call' ? [String(item.call_id)] : []));
    const answered = outputs.map(({ call_id }) => call_id);
    expectAnswered(calls.toSorted(), answered.toSorted());
    const parts = outputs.map(({ output }) =>
      typeof output === 'string' ? [{ type: 'input_text' as const, text: output }] : output,
    );
    return {
      key: String(headers.authorization).replace('Bearer ', ''),
      tools: tools.map(({ name }) => name),
      results: parts.map((each) => each.map((one) => (one.type === 'input_text' ? one.text : '')).join('')),
      pictures: parts.flat().filter(({ type }) => type === 'input_image').length,
    };
  },

  write(answer, turn) {
    const event = (type: string, data: object) => ({ event: type, data: { type, ...data } });
    const items =
      typeof answer === 'string'
        ? message(`message-${turn}`, answer)
        : answer.flatMap(([name, args], output_index) => {
            const id = `item-${turn}-${output_index}`;
            const item = { type: 'function_call', id, call_id: `call-${turn}-${output_index}`, name };
            const text = argumentsText(args);
            return [
              event('response.output_item.added', { output_index, item: { ...item, arguments: '' } }),
              ...halves(text).map((delta) =>
                event('response.function_call_arguments.delta', { item_id: id, output_index, delta }),
              ),
              event('response.output_item.done', {
                output_index,
                item: { ...item, arguments: text, status: 'completed' },
              }),
            ];
          });
    function message(id: string, text: string) {
      const item = { type: 'message', id };
      return [
        event('response.output_item.added', { output_index: 0, item }),
        ...halves(text).map((delta) => event('response.output_text.delta', { item_id: id, delta })),
        event('response.output_item.done', { output_index: 0, item }),
      ];
    }
    const usage = { input_tokens: 100, output_tokens: 10, input_tokens_details: { cached_tokens: 40 } };
    return [
      event('response.created', { response: { id: `response-${turn}`, created_at: 0, model: 'm' } }),
      ...items,
      event('response.completed', { response: { usage } }),
    ];
  },

  fail: (message) => ({ error: { message, type: 'invalid_request_error', code: null, param: null } }),
};
