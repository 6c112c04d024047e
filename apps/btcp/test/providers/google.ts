import { z } from 'zod';
import { type Dialect, expectAnswered, halves } from './dialect.ts';

const part = z.union([
  z.looseObject({ text: z.string() }),
  z.looseObject({ inlineData: z.looseObject({ mimeType: z.string(), data: z.string() }) }),
  z.looseObject({ functionCall: z.looseObject({ name: z.string(), args: z.record(z.string(), z.unknown()) }) }),
  z.looseObject({
    functionResponse: z.looseObject({
      name: z.string(),
      response: z.looseObject({ content: z.string() }),
      parts: z.array(z.looseObject({ inlineData: z.looseObject({ data: z.string() }) })).optional(),
    }),
  }),
]);
const request = z.looseObject({
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })) })),
  contents: z.array(z.looseObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) })),
});
type Part = z.infer<typeof part>;

const responseOf = (each: Part) =>
  'functionResponse' in each
    ? (each.functionResponse as { name: string; response: { content: string }; parts?: unknown[] })
    : undefined;
const callOf = (each: Part) => ('functionCall' in each ? (each.functionCall as { name: string }) : undefined);

/** Gemini's streamGenerateContent. */
export const google: Dialect = {
  isFor: (path) => path.endsWith(':streamGenerateContent'),

  read(body, headers) {
    const { contents, tools } = request.parse(body);
    for (const [index, { role, parts }] of contents.entries()) {
      const calls = parts.flatMap((each) => callOf(each)?.name ?? []);
      const answers = (contents[index + 1]?.parts ?? []).flatMap((each) => responseOf(each)?.name ?? []);
      if (role === 'model') expectAnswered(calls, answers);
    }
    const all = contents.flatMap(({ parts }) => parts);
    const responses = all.flatMap((each) => responseOf(each) ?? []);
    return {
      key: String(headers['x-goog-api-key']),
      tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
      results: responses.map(({ response }) => response.content),
      pictures: responses.flatMap(({ parts = [] }) => parts).length + all.filter((each) => 'inlineData' in each).length,
    };
  },

  write(answer) {
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, cachedContentTokenCount: 40 };
    const chunk = (parts: object[], more: object = {}) => ({
      data: { candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], usageMetadata },
    });
    if (typeof answer === 'string') {
      return [...halves(answer).map((text) => chunk([{ text }])), chunk([{ text: '' }], { finishReason: 'STOP' })];
    }
    const calls = answer.map(([name, args]) => ({ functionCall: { name, args } }));
    return [chunk(calls, { finishReason: 'STOP' })];
  },

  fail: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};
