import { z } from 'zod';
import { actionOutput, renderOutcome, sayOutcome, selector } from './definition/acting.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserHover = defineRenderedTool({
  name: 'browser_hover',
  title: 'Hover over an element',
  description: 'Move the pointer onto an element, to open its menu or tooltip.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({ selector }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ selector }, context) {
    const { session } = await context.browser();
    return session.hover(selector, context);
  },

  summarize: (outcome) => sayOutcome('Hovered over', outcome),
});

export const browserPress = defineRenderedTool({
  name: 'browser_press',
  title: 'Press a key',
  description:
    'Press a key or chord such as Enter, Tab, Escape, ArrowDown or Control+a, on the focused or another element.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({ key: z.string().min(1), selector: selector.optional() }),
  output: actionOutput,
  render: renderOutcome,
  examples: [{ key: 'Escape' }],

  async run({ key, selector }, context) {
    const { session } = await context.browser();
    return session.press(key, selector, context);
  },

  summarize: (outcome) => sayOutcome('Pressed the key on', outcome),
});
