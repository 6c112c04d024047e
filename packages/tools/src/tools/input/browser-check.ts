import { z } from 'zod';
import { able } from '../definition/able.js';
import { actionOutput, renderOutcome, sayOutcome, selector } from '../definition/acting.js';
import { defineRenderedTool } from '../definition/tool.js';

const checking = (name: string, title: string, description: string, wanted: boolean) =>
  defineRenderedTool({
    name,
    title,
    description,
    group: 'input',
    effect: 'write',
    input: z.strictObject({ selector }),
    output: actionOutput,
    render: renderOutcome,
    examples: [],

    async run({ selector }, context) {
      const { session } = await context.browser();
      return able(session, 'check')(selector, wanted, context);
    },

    summarize: (outcome) => sayOutcome(wanted ? 'Checked' : 'Unchecked', outcome),
  });

export const browserCheck = checking(
  'browser_check',
  'Check a box',
  'Check a checkbox, radio or switch. Does nothing if it is already checked.',
  true,
);

export const browserUncheck = checking(
  'browser_uncheck',
  'Uncheck a box',
  'Uncheck a checkbox or switch. Does nothing if it is not checked.',
  false,
);

export const browserFocus = defineRenderedTool({
  name: 'browser_focus',
  title: 'Focus an element',
  description: 'Move the keyboard focus to an element without clicking it.',
  group: 'input',
  effect: 'write',
  input: z.strictObject({ selector }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ selector }, context) {
    const { session } = await context.browser();
    return able(session, 'focus')(selector, context);
  },

  summarize: (outcome) => sayOutcome('Focused', outcome),
});
