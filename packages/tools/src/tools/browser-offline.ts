import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

export const browserSetOffline = defineTool({
  name: 'browser_set_offline',
  title: 'Go offline',
  description: 'Cut pages and workers off the network, or connect them again. Cached content keeps working.',
  group: 'debugging',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({ offline: z.boolean() }),
  output: z.object({ offline: z.boolean() }),
  examples: [{ offline: true }, { offline: false }],

  async run({ offline }, context) {
    const { session } = await context.browser();
    await session.setOffline(offline);
    return { offline };
  },

  summarize: ({ offline }) => ours(offline ? 'The browser is offline.' : 'The browser is online.'),
});
