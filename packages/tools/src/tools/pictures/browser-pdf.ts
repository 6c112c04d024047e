import { counted } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { keepFile, keepFileAs } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { duration, toMilliseconds } from '../definition/duration.js';
import { defineTool } from '../definition/tool.js';

export const browserPdf = defineTool({
  name: 'browser_pdf',
  title: 'Save as PDF',
  description: 'Print the page to a PDF file. At most 500 pages and 50 MB.',
  group: 'pictures',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    format: z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal', 'Tabloid']).default('A4'),
    landscape: z.boolean().default(false),
    background: z.boolean().default(true).describe('With background colours and pictures'),
    scale: z.number().min(0.1).max(2).default(1),
    pages: z
      .string()
      .regex(/^\d{1,4}(?:-\d{1,4})?(?:, ?\d{1,4}(?:-\d{1,4})?)*$/, 'is wrong: expected pages such as 1-5, 8')
      .optional()
      .describe('Such as 1-5, 8'),
    path: z.string().min(1).max(500).optional().describe('Where to save it, inside the folder of the session'),
    timeout: duration.default('60s'),
  }),
  output: z.object({ file: z.string().nullable(), size: z.number().describe('In bytes') }),
  examples: [{}],

  async run({ path, timeout, ...input }, context) {
    const { session } = await context.browser();
    const data = await able(session, 'pdf')({ ...input, timeout: toMilliseconds(timeout) }, context);
    const kept = { name: 'page.pdf', mimeType: 'application/pdf', data };
    const file = path === undefined ? await keepFile(context, kept) : await keepFileAs(context, path, kept);
    return { file, size: data.length };
  },

  summarize: ({ file, size }) => ours(`Printed to ${file ?? 'no file'} (${counted(size, 'byte')}).`),
});
