import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { overflowOutput, shortOrFile } from '../shaping/spill.js';
import { selector } from './definition/acting.js';
import { defineTool, type Tool } from './definition/tool.js';

const browserGetText = defineTool({
  name: 'browser_get_text',
  title: 'Read text',
  description: 'Read the text of the page, or of an element, as plain text or as Markdown with links and tables.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    selector: selector.default('body'),
    format: z.enum(['text', 'markdown']).default('text'),
  }),
  output: z.object({ text: z.string(), ...overflowOutput }),
  examples: [{}, { selector: 'body', format: 'markdown' }],

  async run({ selector, format }, context) {
    const { session } = await context.browser();
    const { text } = await session.ask({ action: 'getText', selector, format }, context);
    return shortOrFile(context, format === 'markdown' ? 'text.md' : 'text.txt', text);
  },

  summarize: ({ text, overflow }) => (text ? [text, overflow].filter(Boolean).join('\n') : ours('(no visible text)')),
});

const browserGetAttribute = defineTool({
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
    return session.ask({ action: 'getAttribute', selector, attribute }, context);
  },

  summarize: ({ value }) => (value === null ? ours('The element has no such attribute.') : value),
});

const browserIsVisible = defineTool({
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
    return session.ask({ action: 'isVisible', selector }, context);
  },

  summarize: ({ visible }) => ours(visible ? 'It is visible.' : 'It is not visible.'),
});

export const readingTools: readonly Tool[] = [browserGetText, browserGetAttribute, browserIsVisible];
