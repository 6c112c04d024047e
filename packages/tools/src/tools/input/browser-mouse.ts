import { BtcpError, MODIFIERS } from '@btcp/protocol';
import { z } from 'zod';
import type { ActionOutcome } from '../../port/actions.js';
import { able } from '../definition/able.js';
import { actionOutput, renderOutcome, sayOutcome } from '../definition/acting.js';
import { defineRenderedTool } from '../definition/tool.js';

const VERBS = {
  move: 'Moved the pointer to',
  down: 'Pressed the button on',
  up: 'Released the button on',
  click: 'Clicked',
  wheel: 'Scrolled over',
};

const MAX_SIDE = 100_000;

export const browserMouse = defineRenderedTool({
  name: 'browser_mouse',
  title: 'Use the mouse',
  description:
    'Move, press, release, click or scroll at a point in pixels of the viewport, for example on a canvas. Prefer browser_click for elements.',
  group: 'input',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['move', 'down', 'up', 'click', 'wheel']),
    x: z.number().min(0).max(MAX_SIDE).optional().describe('By default the last position, also for y'),
    y: z.number().min(0).max(MAX_SIDE).optional(),
    button: z.enum(['left', 'right', 'middle']).default('left'),
    clickCount: z.int().min(1).max(3).default(1),
    deltaX: z.number().min(-MAX_SIDE).max(MAX_SIDE).default(0).describe('Pixels to scroll to the right'),
    deltaY: z.number().min(-MAX_SIDE).max(MAX_SIDE).default(0).describe('Pixels to scroll down'),
    modifiers: z.array(z.enum(MODIFIERS)).optional().describe('Keys to hold'),
  }),
  output: actionOutput,
  render: ({ acted, effects }: ActionOutcome & { action: keyof typeof VERBS }) => renderOutcome({ acted, effects }),
  examples: [
    { action: 'move', x: 10, y: 10 },
    { action: 'wheel', deltaY: 100 },
  ],

  async run({ clickCount, ...input }, context) {
    if ((input.x === undefined) !== (input.y === undefined)) throw halfAPlace();
    const { session } = await context.browser();
    const outcome = await able(session, 'pointer')({ ...input, count: clickCount }, context);
    return { ...outcome, action: input.action };
  },

  summarize: ({ action, ...outcome }) => sayOutcome(VERBS[action], outcome),
});

function halfAPlace(): BtcpError {
  return new BtcpError('invalid_input', 'browser_mouse needs both x and y, or neither.', {
    hint: 'Give both in pixels of the viewport; without them, the pointer stays where it is.',
  });
}
