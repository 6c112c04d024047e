import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { bytesOf } from '../shaping/bytes-of.js';
import { keepFile } from '../shaping/keep-file.js';
import { selector, timeout } from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineTool } from './definition/tool.js';

export const browserScreenshot = defineTool({
  name: 'browser_screenshot',
  title: 'Take a screenshot',
  description: 'Take a picture of the screen, of an element or of the full page. Prefer browser_snapshot for reading.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    selector: selector.optional(),
    fullPage: z.boolean().optional().describe('The full page, not only the viewport'),
    timeout,
  }),
  output: z.object({
    file: z.string().nullable().describe('The picture at full size; null if no files can be kept'),
    width: z.number(),
    height: z.number(),
  }),
  examples: [{}, { fullPage: true }],

  async run({ timeout, ...input }, context) {
    const { session } = await context.browser();
    const { full, forModel } = await withinTimeout(context, { timeout, what: 'the screenshot' }, (options) =>
      session.screenshot(input, options),
    );
    context.addImage(forModel);
    const bytes = bytesOf(full.data);
    const name = `screenshot.${full.mimeType.slice('image/'.length)}`;
    const file = await keepFile(context, { name, mimeType: full.mimeType, data: bytes });
    return { file, width: full.width, height: full.height };
  },

  summarize: ({ file, width, height }) => ours(`${sayTaken(file)}, ${width} × ${height}.`),
});

export function sayTaken(file: string | null): string {
  return file === null ? 'Screenshot taken' : `Screenshot taken (saved as ${file})`;
}
