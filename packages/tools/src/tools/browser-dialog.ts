import { z } from 'zod';
import { effectsOutput } from '../shaping/action-output.js';
import { renderEffects } from '../shaping/render-outcome.js';
import { sayEffects } from '../shaping/say-outcome.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserDialog = defineRenderedTool({
  name: 'browser_dialog',
  title: 'Answer a dialog',
  description: 'Answer the alert, confirm or prompt that the page shows. Nothing else works until then.',
  group: 'pages',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    accept: z.boolean().describe('true for OK, false for Cancel'),
    text: z.string().optional().describe('Answer to a prompt'),
  }),
  output: z.object({
    type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
    message: z.string(),
    accepted: z.boolean(),
    effects: effectsOutput,
  }),
  examples: [],

  async run({ accept, text }, context) {
    const { session } = await context.browser();
    const { dialog, effects } = await session.answerDialog(accept, text, context);
    return { type: dialog.type, message: dialog.message, accepted: accept, effects };
  },

  render: ({ effects, ...answered }) => ({ ...answered, effects: renderEffects(effects) }),

  summarize: ({ type, message, accepted, effects }) =>
    [`${accepted ? 'Accepted' : 'Dismissed'} the ${type} "${message}".`, ...sayEffects(effects)].join('\n'),
});
