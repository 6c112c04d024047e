import { z } from 'zod';
import { able } from '../definition/able.js';
import { actionOutput, renderOutcome, sayOutcome } from '../definition/acting.js';
import { defineRenderedTool } from '../definition/tool.js';

const holding = (name: string, title: string, description: string, action: 'down' | 'up') =>
  defineRenderedTool({
    name,
    title,
    description,
    group: 'input',
    effect: 'write',
    needsWholeBrowser: true,
    input: z.strictObject({ key: z.string().min(1).describe('One key such as Shift, ArrowUp or w') }),
    output: actionOutput,
    render: renderOutcome,
    examples: [{ key: 'Shift' }],

    async run({ key }, context) {
      const { session } = await context.browser();
      return able(session, 'holdKey')({ key, action }, context);
    },

    summarize: (outcome) => sayOutcome(action === 'down' ? 'Holding the key on' : 'Released the key on', outcome),
  });

export const browserKeyDown = holding(
  'browser_key_down',
  'Hold a key',
  'Press a key and hold it until browser_key_up or a navigation. browser_mouse uses held modifiers.',
  'down',
);

export const browserKeyUp = holding('browser_key_up', 'Release a key', 'Release a key that is held down.', 'up');
