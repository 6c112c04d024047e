import { renderChanges, sleep } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { selector } from './definition/acting.js';
import { duration, toMilliseconds } from './definition/duration.js';
import { defineTool } from './definition/tool.js';

export const browserWaitFor = defineTool({
  name: 'browser_wait_for',
  title: 'Wait',
  description: 'Wait for an element, for text to appear or disappear, a URL, a load state, or a script to become true.',
  group: 'waiting',
  effect: 'read',
  input: z.strictObject({
    selector: selector.optional(),
    state: z
      .enum(['attached', 'detached', 'visible', 'hidden'])
      .optional()
      .describe('State of the element (default visible)'),
    text: z.string().min(1).optional().describe('Text that must be visible'),
    textGone: z.string().min(1).optional().describe('Text that must be gone'),
    url: z.string().min(1).optional().describe('Part of the URL, or a glob'),
    function: z.string().min(1).optional().describe('JavaScript that must become true'),
    loadState: z.enum(['load', 'domcontentloaded', 'networkidle']).optional(),
    time: duration.optional().describe('Only wait this long'),
    timeout: duration.default('30s'),
  }),
  borrows: { function: 'browser_evaluate' },
  output: z.object({
    elapsed: z.number().describe('Milliseconds it took'),
    changes: z.string().optional().describe('Lines that differ from the last snapshot'),
  }),
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
    const isPause = time !== undefined && Object.keys(conditions).length === 0;
    const waited = isPause ? 0 : await session.waitFor({ ...conditions, timeout: toMilliseconds(timeout) }, context);
    // If changes cannot be read, such as behind a dialog, the page line says why.
    const changes = (await session.changes?.(context).catch(() => [])) ?? [];
    return { elapsed: pause + waited, ...(changes.length > 0 ? { changes: renderChanges(changes) } : {}) };
  },

  summarize: ({ elapsed, changes = '' }) => [ours(`Condition met after ${elapsed} ms.`), changes],
});
