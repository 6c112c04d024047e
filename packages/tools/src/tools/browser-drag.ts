import { z } from 'zod';
import { actionOutput, renderOutcome, sayOutcome, selector } from './definition/acting.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserDrag = defineRenderedTool({
  name: 'browser_drag',
  title: 'Drag and drop',
  description: 'Drag one element onto another and drop it there, or before or after it in a sortable list.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    selector,
    to: z.string().min(1).describe('Where to drop it: a CSS selector or a ref'),
    position: z
      .enum(['before', 'after'])
      .optional()
      .describe('Drop before or after `to`, to sort a list; on its middle by default'),
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run(input, context) {
    const { session } = await context.browser();
    return session.drag(input, context);
  },

  summarize: (outcome) => sayOutcome('Dragged', outcome),
});
