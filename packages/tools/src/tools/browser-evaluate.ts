import { z } from 'zod';
import { timeout } from '../acting.js';
import { toMilliseconds } from '../duration.js';
import { inlineOrFile, shorten } from '../spill.js';
import { defineTool } from '../tool.js';

const SHOWN = 1_000;

export const browserEvaluate = defineTool({
  name: 'browser_evaluate',
  title: 'Run JavaScript',
  description: 'Run JavaScript in the page, as in the console of DevTools, and get the value of its last expression.',
  group: 'scripting',
  effect: 'write',
  input: z.strictObject({
    script: z.string().min(1),
    await: z.boolean().default(true).describe('Wait for a promise and give what it resolves with'),
    timeout,
  }),
  output: z.object({
    value: z.string().describe('The value as JSON where it has any, otherwise as DevTools would write it'),
    file: z.string().nullable().describe('Has the whole value, when it is too long to show'),
  }),
  examples: [{ script: '1 + 1' }, { script: 'const a = 2; await Promise.resolve(a * 21)' }],

  async run({ script, timeout, ...input }, context) {
    const { session } = await context.browser();
    const options = { awaitPromise: input.await, timeout: toMilliseconds(timeout), signal: context.signal };
    const whole = await session.evaluate(script, options);
    const { text, file } = await inlineOrFile(session, 'value.json', whole, whole);
    return { value: file === null ? text : `${shorten(whole, SHOWN)}\n${text}`, file };
  },

  summarize: ({ value }) => value,
});
