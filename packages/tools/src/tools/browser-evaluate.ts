import { z } from 'zod';
import { overflowOutput, shortOrFile } from '../shaping/spill.js';
import { timeout } from './definition/acting.js';
import { toMilliseconds } from './definition/duration.js';
import { defineTool } from './definition/tool.js';

export const browserEvaluate = defineTool({
  name: 'browser_evaluate',
  title: 'Run JavaScript',
  description: 'Run JavaScript in the page, as in the console of DevTools, and get the value of its last expression.',
  group: 'scripting',
  effect: 'write',
  input: z.strictObject({
    script: z.string().min(1),
    await: z.boolean().default(true).describe('Await a promise and return its value'),
    timeout,
  }),
  output: z.object({
    value: z.string().describe('The value as JSON if possible, otherwise as DevTools shows it'),
    ...overflowOutput,
  }),
  examples: [{ script: '1 + 1' }, { script: 'const a = 2; await Promise.resolve(a * 21)' }],

  async run({ script, timeout, ...input }, context) {
    const { session } = await context.browser();
    const options = { awaitPromise: input.await, timeout: toMilliseconds(timeout), signal: context.signal };
    const whole = await session.evaluate(script, options);
    const { text, ...overflow } = await shortOrFile(context, 'value.json', whole);
    return { value: text, ...overflow };
  },

  summarize: ({ value, overflow }) => [value, overflow].filter(Boolean).join('\n'),
});
