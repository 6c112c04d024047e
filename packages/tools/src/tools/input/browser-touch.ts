import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { able } from '../definition/able.js';
import { actionOutput, renderOutcome, sayOutcome, selector } from '../definition/acting.js';
import { defineRenderedTool } from '../definition/tool.js';

const side = z.number().min(0).max(100_000).optional();

export const browserTouch = defineRenderedTool({
  name: 'browser_touch',
  title: 'Touch the screen',
  description: 'Tap an element or a point, or swipe from there to another point, with touch events as on a phone.',
  group: 'input',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    selector: selector.optional(),
    x: side.describe('In pixels of the viewport, instead of a selector'),
    y: side,
    toX: z.number().min(-100_000).max(100_000).optional().describe('Swipe to here'),
    toY: z.number().min(-100_000).max(100_000).optional(),
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [{ x: 10, y: 10 }],

  async run(input, context) {
    const { selector, x, y, toX, toY } = input;
    const hasPlace = x !== undefined && y !== undefined;
    const isHalf = (x === undefined) !== (y === undefined) || (toX === undefined) !== (toY === undefined);
    if (isHalf || hasPlace === (selector !== undefined)) throw noPlace();
    const { session } = await context.browser();
    return able(session, 'touch')(input, context);
  },

  summarize: (outcome) => sayOutcome('Touched', outcome),
});

function noPlace(): BtcpError {
  return new BtcpError('invalid_input', 'browser_touch needs a selector, or x and y; a swipe needs toX and toY.', {
    hint: 'Give one place to touch, in pixels of the viewport.',
  });
}
