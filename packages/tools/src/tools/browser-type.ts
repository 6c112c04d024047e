import { z } from 'zod';
import {
  actionOutput,
  renderOutcome,
  sayOutcome,
  selector,
  timeout,
  wait,
  waitGrace,
  waitTime,
} from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineRenderedTool } from './definition/tool.js';

const KEY_MS = 100;

export const browserType = defineRenderedTool({
  name: 'browser_type',
  title: 'Type text',
  description: 'Type text into a field with real keys, after its content or in place of it.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    selector,
    text: z.string().describe('Text, or secret:NAME for a stored secret'),
    clear: z.boolean().optional().describe('Replace its content'),
    submit: z.boolean().optional().describe('Press Enter at the end'),
    delay: z.number().min(0).max(1_000).optional().describe('Milliseconds between keys'),
    wait,
    timeout,
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ text, clear, submit, delay, ...input }, context) {
    const { session } = await context.browser();
    const typing = { selector: input.selector, text, clear, submit, delay, wait: waitTime(input) };
    const extra = waitGrace(input) + text.length * (KEY_MS + (delay ?? 0));
    const limit = { timeout: input.timeout, what: `typing into ${input.selector}`, extra };
    return withinTimeout(context, limit, (options) => session.type(typing, options));
  },

  summarize: (outcome) => sayOutcome('Typed into', outcome),
});
