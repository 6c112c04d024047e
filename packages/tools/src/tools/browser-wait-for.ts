import { z } from 'zod';
import { selector } from '../acting.js';
import { ours } from '../boundary/boundary.js';
import { duration, toMilliseconds } from '../duration.js';
import { defineTool } from '../tool.js';

export const browserWaitFor = defineTool({
  name: 'browser_wait_for',
  title: 'Wait',
  description: 'Wait for an element, for text to appear or go, for a URL, or for a script to become true.',
  group: 'waiting',
  effect: 'read',
  input: z.strictObject({
    selector: selector.optional(),
    state: z
      .enum(['attached', 'detached', 'visible', 'hidden'])
      .optional()
      .describe('What the element must be (visible)'),
    text: z.string().min(1).optional().describe('Text that must be visible'),
    textGone: z.string().min(1).optional().describe('Text that must be gone'),
    url: z.string().min(1).optional().describe('Part of the URL, or a glob'),
    function: z.string().min(1).optional().describe('JavaScript that must become true'),
    timeout: duration.default('30s').describe('How long to wait, such as 15s or 5000'),
  }),
  output: z.object({ elapsed: z.number().describe('Milliseconds it took') }),
  examples: [{ selector: 'body' }, { function: 'document.readyState === "complete"' }],

  async run({ timeout, ...conditions }, context) {
    const { session } = await context.browser();
    return { elapsed: await session.waitFor({ ...conditions, timeout: toMilliseconds(timeout) }) };
  },

  summarize: ({ elapsed }) => ours(`It is so, after ${elapsed} ms.`),
});
