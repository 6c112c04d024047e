import { z } from 'zod';
import {
  actionOutput,
  renderOutcome,
  sayOutcome,
  selector,
  timeout,
  wait,
  waitGrace,
  waitTime,
} from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserClick = defineRenderedTool({
  name: 'browser_click',
  title: 'Click',
  description: 'Click an element. Returns what changed, with refs that can be used at once.',
  group: 'acting',
  effect: 'write',
  input: z.strictObject({
    selector,
    button: z.enum(['left', 'right', 'middle']).default('left'),
    clickCount: z.int().min(1).max(3).default(1).describe('2 is a double click'),
    modifiers: z
      .array(z.enum(['Alt', 'Control', 'Meta', 'Shift']))
      .optional()
      .describe('Keys to hold'),
    wait,
    timeout,
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run({ clickCount, modifiers, button, ...input }, context) {
    const { session } = await context.browser();
    const click = { selector: input.selector, button, count: clickCount, modifiers, wait: waitTime(input) };
    const limit = { timeout: input.timeout, what: `the click on ${input.selector}`, extra: waitGrace(input) };
    return withinTimeout(context, limit, (options) => session.click(click, options));
  },

  summarize: (outcome) => sayOutcome('Clicked', outcome),
});
