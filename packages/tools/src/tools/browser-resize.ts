import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { timeout } from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineTool } from './definition/tool.js';

const pixels = z.int().min(1, 'Invalid dimensions: width and height must be positive').max(10_000);

export const browserResize = defineTool({
  name: 'browser_resize',
  title: 'Resize the page',
  description: 'Set the size of the page in pixels, such as 375 × 812 for a phone.',
  group: 'pages',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({ width: pixels, height: pixels, timeout }),
  output: z.object({ width: z.number(), height: z.number() }),
  examples: [{ width: 375, height: 812 }],

  async run({ width, height, timeout }, context) {
    const { session } = await context.browser();
    await withinTimeout(context, { timeout, what: 'the new size' }, (options) =>
      session.resize({ width, height }, options),
    );
    return { width, height };
  },

  summarize: ({ width, height }) => ours(`Resized to ${width} × ${height}.`),
});
