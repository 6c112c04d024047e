import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModel } from 'ai';
import { type Move, nextMove } from './errand.js';
import { heardIn } from './heard.js';
import type { DemoShop } from './shop.js';

type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
type Streamed = Awaited<ReturnType<Model['doStream']>>['stream'];
type Part = Streamed extends ReadableStream<infer Each> ? Each : never;

const NOTHING_SPENT = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

export interface Demonstration {
  shop: DemoShop;
  pace: number;
}

/** The demonstration as a model: it reads the same conversation and calls the same tools, by a script. */
export function demoModel({ shop, pace }: { shop: string; pace: number }): LanguageModel {
  const decide = (prompt: Parameters<typeof heardIn>[0]) => nextMove(heardIn(prompt), shop);
  const model: Model = {
    specificationVersion: 'v3',
    provider: 'btcp',
    modelId: 'demonstration',
    supportedUrls: {},
    async doGenerate() {
      throw new Error('The demonstration only streams.');
    },
    async doStream({ prompt, abortSignal }) {
      const move = decide(prompt);
      const stream = new ReadableStream<Part>({
        async start(controller) {
          try {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            await wait(pace, undefined, { signal: abortSignal });
            for await (const part of partsOf(move, pace, abortSignal)) controller.enqueue(part);
            controller.close();
          } catch (thrown) {
            controller.error(thrown);
          }
        },
      });
      return { stream };
    },
  };
  return model;
}

let calls = 0;

async function* partsOf({ say, call }: Move, pace: number, signal: AbortSignal | undefined): AsyncGenerator<Part> {
  if (say !== undefined) {
    yield { type: 'text-start', id: 'text' };
    const words = say.split(/(?<= )/);
    for (const delta of words) {
      yield { type: 'text-delta', id: 'text', delta };
      await wait(pace / words.length, undefined, { signal });
    }
    yield { type: 'text-end', id: 'text' };
  }
  if (call !== undefined) {
    const toolCallId = `demo-${Date.now().toString(36)}-${++calls}`;
    yield { type: 'tool-call', toolCallId, toolName: call.name, input: JSON.stringify(call.input) };
  }
  const unified = call === undefined ? ('stop' as const) : ('tool-calls' as const);
  yield { type: 'finish', finishReason: { unified, raw: undefined }, usage: NOTHING_SPENT };
}
