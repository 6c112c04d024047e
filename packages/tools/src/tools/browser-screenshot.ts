import { z } from 'zod';
import { selector } from '../acting.js';
import { ours } from '../boundary/boundary.js';
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
  }),
  output: z.object({
    file: z.string().describe('The picture at full size'),
    width: z.number(),
    height: z.number(),
  }),
  examples: [{}, { fullPage: true }],

  async run(input, context) {
    const { session } = await context.browser();
    const { full, forModel } = await session.screenshot(input);
    context.addImage(forModel);
    const bytes = Uint8Array.from(atob(full.data), (character) => character.charCodeAt(0));
    return { file: await session.saveFile('screenshot.png', bytes), width: full.width, height: full.height };
  },

  summarize: ({ file, width, height }) => ours(`Screenshot taken (saved as ${file}), ${width} × ${height}.`),
});
