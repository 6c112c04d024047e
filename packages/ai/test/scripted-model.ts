import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';

type Prompt = Parameters<MockLanguageModelV3['doGenerate']>[0]['prompt'];
type Content = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>['content'];
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** What the model says: an answer, or the tools that it calls, all at once. */
export type Turn = string | readonly (readonly [tool: string, input: unknown])[];

/** A model that plays its turns one after the other; a turn may depend on what the model was sent. */
export function scriptedModel(...turns: (Turn | ((prompt: Prompt) => Turn))[]): MockLanguageModelV3 {
  let next = 0;
  const play = (prompt: Prompt) => {
    const turn = turns[next++] ?? 'The script is over.';
    return contentOf(typeof turn === 'function' ? turn(prompt) : turn, next);
  };
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const content = play(prompt);
      return { content, finishReason: finishOf(content), usage: USAGE, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const content = play(prompt);
      const parts: StreamPart[] = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap(streamed),
        { type: 'finish', finishReason: finishOf(content), usage: USAGE },
      ];
      return { stream: convertArrayToReadableStream(parts) };
    },
  });
}

/** What the tools of the last turn gave the model, one after the other. */
export function lastOutputs(prompt: Prompt) {
  const last = prompt.at(-1);
  if (last?.role !== 'tool') return [];
  return last.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
}

/** The text of those. */
export function lastText(prompt: Prompt): string {
  return lastOutputs(prompt)
    .map((output) => {
      if (output.type === 'content')
        return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('');
      return 'value' in output ? String(output.value) : '';
    })
    .join('\n');
}

/** The ref of the element that a snapshot has under this role and name. */
export function refOf(prompt: Prompt, element: string): string {
  const line = lastText(prompt)
    .split('\n')
    .find((each) => each.includes(element));
  const ref = line && /@(\w+)/.exec(line)?.[1];
  if (!ref) throw new Error(`There is no ${element} in:\n${lastText(prompt)}`);
  return `@${ref}`;
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function contentOf(turn: Turn, number: number): Content {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }];
  return turn.map(([toolName, input], index) => ({
    type: 'tool-call',
    toolCallId: `call-${number}-${index + 1}`,
    toolName,
    input: JSON.stringify(input),
  }));
}

function finishOf(content: Content) {
  const isDone = content.every(({ type }) => type === 'text');
  return { unified: isDone ? ('stop' as const) : ('tool-calls' as const), raw: undefined };
}

function streamed(part: Content[number]): StreamPart[] {
  if (part.type !== 'text') return part.type === 'tool-call' ? [part] : [];
  return [
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: part.text },
    { type: 'text-end', id: 'text' },
  ];
}
