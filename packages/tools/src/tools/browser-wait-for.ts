import { z } from 'zod';
import { selector } from '../acting.js';
import { ours } from '../boundary/boundary.js';
import { duration, toMilliseconds } from '../duration.js';
import { defineTool } from '../tool.js';
import { sleep } from '../until-aborted.js';

export const browserWaitFor = defineTool({
  name: 'browser_wait_for',
  title: 'Wait',
  description: 'Wait for an element, for text to appear or go, a URL, a load state, or a script to become true.',
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
    loadState: z.enum(['load', 'domcontentloaded', 'networkidle']).optional(),
    time: duration.optional().describe('Only wait this long'),
    timeout: duration.default('30s'),
  }),
  borrows: { function: 'browser_evaluate' },
  output: z.object({ elapsed: z.number().describe('Milliseconds it took') }),
  examples: [
    { selector: 'body' },
    { function: 'document.readyState === "complete"' },
    { loadState: 'networkidle' },
    { time: '100ms' },
  ],

  async run({ time, timeout, ...conditions }, context) {
    const { session } = await context.browser();
    const pause = time === undefined ? 0 : toMilliseconds(time);
    await sleep(pause, context.signal);
    if (time !== undefined && Object.keys(conditions).length === 0) return { elapsed: pause };
    return { elapsed: pause + (await session.waitFor({ ...conditions, timeout: toMilliseconds(timeout) }, context)) };
  },

  summarize: ({ elapsed }) => ours(`It is so, after ${elapsed} ms.`),
});
