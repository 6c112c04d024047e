import { z } from 'zod';
import { overflowOutput, shortOrFile } from '../../shaping/spill.js';
import { selector } from '../definition/acting.js';
import { defineTool } from '../definition/tool.js';

export const browserQuery = defineTool({
  name: 'browser_query',
  title: 'Ask about an element',
  description:
    "Read an element's HTML, value, box, state (visible, enabled, checked, focused), computed styles, CSS rules or a stable locator, or count matches.",
  group: 'questions',
  effect: 'read',
  input: z.strictObject({
    selector,
    what: z.enum(['html', 'value', 'count', 'box', 'state', 'styles', 'rules', 'locator']),
    names: z.array(z.string().min(1)).max(500).optional().describe('For styles: which properties'),
  }),
  output: z.object({
    value: z.string().describe('Text, a number, or JSON for box, state and styles'),
    ...overflowOutput,
  }),
  examples: [
    { selector: 'body', what: 'count' },
    { selector: 'body', what: 'styles', names: ['display'] },
  ],

  async run({ selector, what, names }, context) {
    const { session } = await context.browser();
    const { value } = await session.ask({ action: 'query', selector, what, ...(names ? { names } : {}) }, context);
    const { text, ...overflow } = await shortOrFile(context, what === 'html' ? 'element.html' : 'answer.txt', value);
    return { value: text, ...overflow };
  },

  summarize: ({ value, overflow }) => [value || '(nothing)', overflow].filter(Boolean).join('\n'),
});
