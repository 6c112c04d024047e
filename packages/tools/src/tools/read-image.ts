import { z } from 'zod';
import { timeout } from './definition/acting.js';
import { withinTimeout } from './definition/time-limit.js';
import { defineTool } from './definition/tool.js';

export const readImage = defineTool({
  name: 'read_image',
  title: 'Look at an image file',
  description: 'Look at a PNG, JPEG, GIF, WebP or HEIC file, such as a screenshot that was saved.',
  group: 'seeing',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({ path: z.string().min(1), timeout }),
  output: z.object({
    path: z.string(),
    mimeType: z.string(),
    width: z.number().describe('As shown, which may be smaller than the file'),
    height: z.number(),
    fileWidth: z.number().optional().describe('Of the file, where it is shown smaller'),
    fileHeight: z.number().optional(),
  }),
  examples: [],

  async run({ path, timeout }, context) {
    const { session } = await context.browser();
    const limit = { timeout, what: 'the image' };
    const { data, mimeType, width, height, real } = await withinTimeout(context, limit, (options) =>
      session.readImage(path, options),
    );
    context.addImage({ data, mimeType });
    const isSmaller = real !== undefined && (real.width !== width || real.height !== height);
    const file = isSmaller ? { fileWidth: real.width, fileHeight: real.height } : {};
    return { path, mimeType, width, height, ...file };
  },

  // Not marked as ours: a page may have named the file.
  summarize: ({ path, mimeType, width, height, fileWidth = width, fileHeight = height }) => {
    const shown = fileWidth === width && fileHeight === height ? '' : `, shown as ${width} × ${height}`;
    return `Image from ${path} (type: ${mimeType}), ${fileWidth} × ${fileHeight}${shown}`;
  },
});
