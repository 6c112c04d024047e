import { z } from 'zod';
import { defineTool } from '../tool.js';

export const browserSetOffline = defineTool({
  name: 'browser_set_offline',
  title: 'Go offline',
  description: 'Cut pages and workers off the network, or connect them again. What is cached keeps working.',
  group: 'debugging',
  effect: 'write',
  input: z.strictObject({ offline: z.boolean() }),
  output: z.object({ offline: z.boolean() }),
  examples: [{ offline: true }, { offline: false }],

  async run({ offline }, context) {
    const { session } = await context.browser();
    await session.setOffline(offline);
    return { offline };
  },

  summarize: ({ offline }) => (offline ? 'The browser is offline.' : 'The browser is online.'),
});
