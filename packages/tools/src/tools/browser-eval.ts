import { z } from 'zod';
import { browserEvaluate } from './browser-evaluate.js';
import { timeout } from './definition/acting.js';
import { defineAlias } from './definition/define-alias.js';

export const browserEval = defineAlias(browserEvaluate, {
  name: 'browser_eval',
  description: 'Evaluate JavaScript in the page. Prefer browser_click and browser_type for acting.',
  input: z.strictObject({
    expression: z.string().min(1),
    await: z.boolean().default(true).describe('Await a promise and return its value'),
    timeout,
  }),
  examples: [{ expression: 'document.title' }, { expression: 'Promise.resolve(42)', await: true }],
  translate: ({ expression, ...options }) => ({ script: expression, ...options }),
  summarize: ({ value, overflow }) =>
    [`<javascript_result>${value}</javascript_result>`, overflow].filter(Boolean).join('\n'),
});
