import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

export const browserFind = defineTool({
  name: 'browser_find',
  title: 'Find elements',
  description: 'Find elements by text, role or name, anywhere on the page, and get their refs.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    text: z.string().min(1).optional().describe('Part of its text'),
    role: z.string().min(1).optional().describe('Such as button, link, heading, row'),
    name: z.string().min(1).optional().describe('Part of its name'),
    limit: z.int().min(1).max(200).default(20),
  }),
  output: z.object({
    matches: z.array(z.object({ ref: z.string(), line: z.string().describe('As a snapshot would show it') })),
    more: z.number().describe('How many more there are'),
  }),
  examples: [{ role: 'heading' }, { text: 'sign in', role: 'button', limit: 3 }],

  async run({ limit, ...wanted }, context) {
    if (Object.keys(wanted).length === 0) {
      const hint = 'Give at least one of text, role and name.';
      throw new BtcpError('invalid_input', 'browser_find was called without text, role or name.', { hint });
    }
    const { session } = await context.browser();
    const { matches, more } = await session.find({ ...wanted, limit }, context);
    return { matches: matches.map(({ ref, line }) => ({ ref, line })), more };
  },

  summarize: ({ matches, more }) =>
    matches.length === 0
      ? ours('Nothing on the page matches. browser_snapshot shows the page.')
      : [
          ...(more > 0 ? [ours(`${more} more match: narrow the search or raise limit.`)] : []),
          ...matches.map(({ line }) => `- ${line}`),
        ],
});
