import { z } from 'zod';
import { actionOutput, sayOutcome, selector } from './definition/acting.js';
import { defineTool } from './definition/tool.js';

export const browserHover = defineTool({
  name: 'browser_hover',
  title: 'Point at an element',
  description: 'Move the pointer onto an element, to open what appears on hovering.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({ selector }),
  output: actionOutput,
  examples: [],

  async run({ selector }, context) {
    const { session } = await context.browser();
    return session.hover(selector, context);
  },

  summarize: (outcome) => sayOutcome('Pointed at', outcome),
});

export const browserPress = defineTool({
  name: 'browser_press',
  title: 'Press a key',
  description:
    'Press a key or chord such as Enter, Tab, Escape, ArrowDown or Control+a, where the focus is or on an element.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({ key: z.string().min(1), selector: selector.optional() }),
  output: actionOutput,
  examples: [{ key: 'Escape' }],

  async run({ key, selector }, context) {
    const { session } = await context.browser();
    return session.press(key, selector, context);
  },

  summarize: (outcome) => sayOutcome('Pressed the key on', outcome),
});
