import { z } from 'zod';
import { actionOutput, sayOutcome, selector } from './definition/acting.js';
import { defineTool } from './definition/tool.js';

export const browserDrag = defineTool({
  name: 'browser_drag',
  title: 'Drag and drop',
  description: 'Drag one element onto another and drop it there.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    selector,
    to: z.string().min(1).describe('What to drop it on: a CSS selector or a ref'),
  }),
  output: actionOutput,
  examples: [],

  async run(input, context) {
    const { session } = await context.browser();
    return session.drag(input, context);
  },

  summarize: (outcome) => sayOutcome('Dragged', outcome),
});
