import { z } from 'zod';
import { actionOutput, renderOutcome, sayOutcome, selector } from './definition/acting.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserFill = defineRenderedTool({
  name: 'browser_fill',
  title: 'Fill a field',
  description: 'Set the value of a field at once: text, number, date (2026-01-31), slider or rich text.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({ selector, value: z.string().describe('Value, or secret:NAME for a stored secret') }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ selector, value }, context) {
    const { session } = await context.browser();
    return session.fill(selector, value, context);
  },

  summarize: (outcome) => sayOutcome('Filled', outcome),
});

export const browserSelect = defineRenderedTool({
  name: 'browser_select',
  title: 'Choose options',
  description: 'Choose options of a list by their values or labels.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    selector,
    values: z.array(z.string()).describe('Values or labels; several where the list allows it'),
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ selector, values }, context) {
    const { session } = await context.browser();
    return session.select(selector, values, context);
  },

  summarize: (outcome) => sayOutcome('Chose in', outcome),
});
