import { z } from 'zod';
import { timeout } from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineTool } from './definition/tool.js';

export const readImage = defineTool({
  name: 'read_image',
  title: 'Look at an image file',
  description: 'Look at a PNG, JPEG, GIF or WebP file, such as a screenshot that was saved.',
  group: 'seeing',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ path: z.string().min(1), timeout }),
  output: z.object({
    path: z.string(),
    mimeType: z.string(),
    width: z.number().describe('As shown, which may be smaller than the file'),
    height: z.number(),
  }),
  examples: [],

  async run({ path, timeout }, context) {
    const { session } = await context.browser();
    const { data, mimeType, width, height } = await withinTimeout(context, { timeout, what: 'the image' }, (options) =>
      session.readImage(path, options),
    );
    context.addImage({ data, mimeType });
    return { path, mimeType, width, height };
  },

  // Not marked as ours: a page may have named the file.
  summarize: ({ path, mimeType }) => `Image from ${path} (type: ${mimeType})`,
});
