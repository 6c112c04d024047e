import { z } from 'zod';
import { selector, timeout } from '../acting.js';
import { inTime } from '../in-time.js';
import { keepFile } from '../keep-file.js';
import { defineTool } from '../tool.js';

export const browserScreenshot = defineTool({
  name: 'browser_screenshot',
  title: 'Take a screenshot',
  description: 'Take a picture of the screen, of an element or of the full page. Prefer browser_snapshot for reading.',
  group: 'seeing',
  effect: 'read',
  input: z.strictObject({
    selector: selector.optional(),
    fullPage: z.boolean().optional().describe('All of the page, not only what is on screen'),
    timeout,
  }),
  output: z.object({
    file: z.string().describe('The picture at full size'),
    width: z.number(),
    height: z.number(),
  }),
  examples: [{}, { fullPage: true }],

  async run({ timeout, ...input }, context) {
    const { session } = await context.browser();
    const { full, forModel } = await inTime(session.screenshot(input), timeout, 'the screenshot');
    context.addImage(forModel);
    const bytes = Uint8Array.from(atob(full.data), (character) => character.charCodeAt(0));
    const name = `screenshot.${full.mimeType.slice('image/'.length)}`;
    const file = await keepFile(context, { name, mimeType: full.mimeType, data: bytes });
    return { file, width: full.width, height: full.height };
  },

  summarize: ({ file, width, height }) => `Screenshot taken (saved as ${file}), ${width} × ${height}.`,
});
