import { z } from 'zod';
import { argumentsText, type Dialect, expectAnswered, halves } from './dialect.ts';

const request = z.looseObject({
  stream: z.literal(true),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })),
  messages: z.array(
    z.discriminatedUnion('role', [
      z.looseObject({ role: z.literal('system') }),
      z.looseObject({ role: z.literal('user') }),
      z.looseObject({
        role: z.literal('assistant'),
        tool_calls: z
          .array(z.looseObject({ id: z.string(), function: z.looseObject({ arguments: z.string() }) }))
          .optional(),
      }),
      z.looseObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
    ]),
  ),
});

/** The chat completions of OpenAI, which many servers speak. */
export const chatCompletions: Dialect = {
  isFor: (path) => path.endsWith('/chat/completions'),

  read(body, headers) {
    const { messages, tools } = request.parse(body);
    let open: string[] = [];
    const results: string[] = [];
    for (const message of messages) {
      if (message.role === 'tool') {
        expectAnswered(open.splice(0, 1), [message.tool_call_id]);
        results.push(message.content);
      } else expectAnswered(open, []);
      if (message.role === 'assistant') open = (message.tool_calls ?? []).map(({ id }) => id);
    }
    expectAnswered(open, []);
    const key = String(headers.authorization).replace('Bearer ', '');
    return { key, tools: tools.map((tool) => tool.function.name), results, pictures: 0 };
  },

  write(answer, turn) {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: { id: `chat-${turn}`, created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason }] },
    });
    const usage = { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 40 } };
    const deltas =
      typeof answer === 'string'
        ? halves(answer).map((content) => chunk({ content }))
        : answer.flatMap(([name, args], index) => {
            const [first = '', ...rest] = halves(argumentsText(args));
            const call = { id: `call-${turn}-${index}`, type: 'function', function: { name, arguments: first } };
            return [
              chunk({ tool_calls: [{ index, ...call }] }),
              ...rest.map((more) => chunk({ tool_calls: [{ index, function: { arguments: more } }] })),
            ];
          });
    const end = chunk({}, typeof answer === 'string' ? 'stop' : 'tool_calls');
    return [...deltas, end, { data: { id: `chat-${turn}`, created: 0, model: 'm', choices: [], usage } }];
  },

  fail: (message) => ({ error: { message, type: 'invalid_request_error' } }),
};
