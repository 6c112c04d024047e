import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

export const browserClose = defineTool({
  name: 'browser_close',
  title: 'Close the browser',
  description: 'Close the browser of this conversation and free its memory. The next call starts a new one.',
  group: 'pages',
  effect: 'write',
  needsWholeBrowser: true,
  isUrgent: true,
  input: z.strictObject({}),
  output: z.object({ closed: z.boolean().describe('False when no browser was open') }),
  examples: [{}],

  run: async (_input, context) => ({ closed: await context.closeBrowser() }),

  summarize: ({ closed }) => ours(closed ? 'Closed the browser.' : 'No browser was open.'),
});
