import { renderChanges } from '@btcp/protocol';
import { z } from 'zod';
import { selector } from './definition/acting.js';
import { defineTool } from './definition/tool.js';

const distance = z.object({ up: z.number(), down: z.number(), left: z.number(), right: z.number() });

export const browserScroll = defineTool({
  name: 'browser_scroll',
  title: 'Scroll',
  description: 'Scroll the page, or the container of an element; without a direction, bring the element into view.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    direction: z.enum(['up', 'down', 'left', 'right']).optional(),
    selector: selector.optional(),
    amount: z.number().min(0).optional().describe('Pixels; by default most of the visible part'),
  }),
  output: z.object({
    scrolled: z.string().describe('What was scrolled'),
    moved: z.object({ x: z.number(), y: z.number() }).describe('Pixels it actually moved'),
    remaining: distance.describe('Pixels left to scroll'),
    note: z.string().optional(),
    changes: z.string().optional().describe('Lines that differ from the last snapshot'),
  }),
  examples: [{ direction: 'down' }],

  async run(input, context) {
    const { session } = await context.browser();
    const { changes = [], ...scrolled } = await session.scroll(input, context);
    return { ...scrolled, ...(changes.length > 0 ? { changes: renderChanges(changes) } : {}) };
  },

  summarize: ({ scrolled, moved, remaining, note, changes }) =>
    [
      `Scrolled ${scrolled} by ${moved.x}, ${moved.y} pixels; ${remaining.up} above and ${remaining.down} below are left.`,
      note,
      changes,
    ]
      .filter(Boolean)
      .join('\n'),
});
