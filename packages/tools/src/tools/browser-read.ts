import { counted } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { textPart } from '../shaping/text-part.js';
import { selector } from './definition/acting.js';
import { defineTool, type Tool } from './definition/tool.js';

const browserGetText = defineTool({
  name: 'browser_get_text',
  title: 'Read text',
  description:
    'Read the text of the page or of an element, plain or as Markdown with links and tables; cursor continues after a cut.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    selector: selector.default('body'),
    format: z.enum(['text', 'markdown']).default('text'),
    cursor: z.string().optional(),
  }),
  output: z.object({
    text: z.string(),
    cursor: z.string().optional().describe('Continues where this was cut'),
    note: z.string().optional().describe('How much is left, or that the page changed meanwhile'),
  }),
  examples: [{}, { selector: 'body', format: 'markdown' }],

  async run({ selector, format, cursor }, context) {
    const { session } = await context.browser();
    const { text, unread = [] } = await session.ask({ action: 'getText', selector, format }, context);
    return textPart(text, cursor, [
      unread.length > 0 && `The text of ${counted(unread.length, 'frame')} of another origin cannot be read here.`,
    ]);
  },

  summarize: ({ text, note }) => [ours(note ?? ''), text || ours('(no visible text)')],
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
  title: 'Report whether an element is visible',
  description: 'Report whether an element is visible; false if no element matches.',
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
