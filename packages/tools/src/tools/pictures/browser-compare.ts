import { z } from 'zod';
import { bytesOf } from '../../shaping/bytes-of.js';
import { keepFile } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { timeout } from '../definition/acting.js';
import { withinTimeout } from '../definition/time-limit.js';
import { defineTool } from '../definition/tool.js';

const size = z.object({ width: z.number(), height: z.number() });

export const browserCompare = defineTool({
  name: 'browser_compare',
  title: 'Compare pictures',
  description: 'Compare a picture that was saved with another one, or with the page as it is now, pixel by pixel.',
  group: 'pictures',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    before: z.string().min(1).describe('File of a picture'),
    after: z.string().min(1).optional().describe('File of the other one; by default the page now'),
    fullPage: z.boolean().optional().describe('The full page, not only the viewport'),
    tolerance: z.int().min(0).max(255).default(8).describe('How much of 255 a colour may differ'),
    timeout,
  }),
  output: z.object({
    same: z.boolean(),
    different: z.number().describe('Pixels that differ'),
    percent: z.number(),
    box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
    sizes: z.object({ before: size, after: size }),
    file: z.string().nullable().describe('The second picture, faded, with the differences in red'),
  }),
  examples: [],

  async run({ timeout, ...input }, context) {
    const { session } = await context.browser();
    const compare = able(session, 'comparePictures');
    const limit = { timeout, what: 'the comparison' };
    const compared = await withinTimeout(context, limit, (options) => compare(input, options));
    const { different, total, box, sizes, picture, forModel } = compared;
    const same =
      different === 0 && sizes.before.width === sizes.after.width && sizes.before.height === sizes.after.height;
    const percent = Math.round((different / total) * 10_000) / 100;
    if (same) return { same, different, percent, box, sizes, file: null };
    context.addImage(forModel);
    const kept = { name: 'difference.png', mimeType: picture.mimeType, data: bytesOf(picture.data) };
    return { same, different, percent, box, sizes, file: await keepFile(context, kept) };
  },

  summarize: ({ same, different, percent, box, sizes: { before, after }, file }) => {
    if (same) return 'The pictures are the same.';
    const place = box ? `, between ${box.x}, ${box.y} and ${box.x + box.width}, ${box.y + box.height}` : '';
    const hasOtherSize = before.width !== after.width || before.height !== after.height;
    const sizes = `The sizes differ: ${before.width} × ${before.height} and ${after.width} × ${after.height}.`;
    return [
      `${different} pixels differ (${percent} %)${place}.`,
      hasOtherSize ? sizes : '',
      file === null ? '' : `The differences are red in ${file}.`,
    ]
      .filter(Boolean)
      .join('\n');
  },
});
