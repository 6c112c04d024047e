import { z } from 'zod';
import { selector } from '../acting.js';
import { ours } from '../boundary/boundary.js';
import { inlineOrFile, shorten } from '../spill.js';
import { defineTool } from '../tool.js';

/** How much of a long text is shown beside the path of the file that has all of it. */
const SHOWN = 1_000;

export const browserGetText = defineTool({
  name: 'browser_get_text',
  title: 'Read text',
  description: 'Read the visible text of an element, or of the whole page.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({ selector: selector.default('body') }),
  output: z.object({
    text: z.string(),
    file: z.string().nullable().describe('Has the whole text, when it is too long to show'),
  }),
  examples: [{}, { selector: 'body' }],

  async run({ selector }, context) {
    const { session } = await context.browser();
    const whole = await session.getText(selector);
    const { text, file } = await inlineOrFile(session, 'text.txt', whole, whole);
    return { text: file === null ? text : `${shorten(whole, SHOWN)}\n${text}`, file };
  },

  summarize: ({ text }) => text || ours('(no visible text)'),
});

export const browserGetAttribute = defineTool({
  name: 'browser_get_attribute',
  title: 'Read an attribute',
  description: 'Read an attribute of an element, such as href or src.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({ selector, attribute: z.string().min(1) }),
  output: z.object({ value: z.string().nullable() }),
  examples: [{ selector: 'body', attribute: 'class' }],

  async run({ selector, attribute }, context) {
    const { session } = await context.browser();
    return { value: await session.getAttribute(selector, attribute) };
  },

  summarize: ({ value }) => (value === null ? ours('The element has no such attribute.') : value),
});

export const browserIsVisible = defineTool({
  name: 'browser_is_visible',
  title: 'Is it visible',
  description: 'Tell whether an element is visible; false when there is none.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({ selector }),
  output: z.object({ visible: z.boolean() }),
  examples: [{ selector: 'body' }],

  async run({ selector }, context) {
    const { session } = await context.browser();
    return { visible: await session.isVisible(selector) };
  },

  summarize: ({ visible }) => ours(visible ? 'It is visible.' : 'It is not visible.'),
});
