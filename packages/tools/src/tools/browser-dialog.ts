import { z } from 'zod';
import { defineTool } from '../tool.js';

export const browserDialog = defineTool({
  name: 'browser_dialog',
  title: 'Answer a dialog',
  description: 'Answer the alert, confirm or prompt that the page shows. Nothing else works until then.',
  group: 'pages',
  effect: 'write',
  input: z.strictObject({
    accept: z.boolean().describe('true for OK, false for Cancel'),
    text: z.string().optional().describe('What to enter into a prompt'),
  }),
  output: z.object({
    type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
    message: z.string(),
    accepted: z.boolean(),
  }),
  examples: [],

  async run({ accept, text }, context) {
    const { session } = await context.browser();
    const { type, message } = await session.answerDialog(accept, text);
    return { type, message, accepted: accept };
  },

  summarize: ({ type, message, accepted }) => `${accepted ? 'Accepted' : 'Dismissed'} the ${type} "${message}".`,
});
