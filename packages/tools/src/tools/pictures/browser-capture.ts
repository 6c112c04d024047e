import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { bytesOf } from '../../shaping/bytes-of.js';
import { keepFile, keepFileAs } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { selector, timeout } from '../definition/acting.js';
import { withinTimeout } from '../definition/time-limit.js';
import { defineTool } from '../definition/tool.js';

const MAX_SIDE = 16_000;

export const browserCapture = defineTool({
  name: 'browser_capture',
  title: 'Take a picture of a region',
  description:
    'Take a picture of a region, with the ref of each control drawn on it, as PNG, JPEG or WebP, and save it under a name.',
  group: 'pictures',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    selector: selector.optional(),
    fullPage: z.boolean().optional(),
    x: z.number().min(0).max(MAX_SIDE).optional().describe('A region of the viewport in pixels, with y, width, height'),
    y: z.number().min(0).max(MAX_SIDE).optional(),
    width: z.number().min(1).max(MAX_SIDE).optional(),
    height: z.number().min(1).max(MAX_SIDE).optional(),
    marks: z.boolean().default(false).describe('Draw a box with its ref around every control'),
    format: z.enum(['png', 'jpeg', 'webp']).default('png'),
    quality: z.int().min(1).max(100).optional().describe('For JPEG and WebP (80)'),
    path: z.string().min(1).max(500).optional().describe('Where to save it, inside the folder of the session'),
    timeout,
  }),
  output: z.object({
    file: z.string().nullable(),
    width: z.number().describe('Of the file'),
    height: z.number(),
    shownWidth: z.number().describe('Of the picture that the model sees'),
    shownHeight: z.number(),
    marks: z.number().describe('How many controls are marked'),
  }),
  examples: [{}, { x: 0, y: 0, width: 100, height: 80, format: 'jpeg', quality: 50 }],

  async run({ timeout, path, x, y, width, height, ...input }, context) {
    const region = regionOf([x, y, width, height]);
    if (region && (input.selector !== undefined || input.fullPage)) throw twoPlaces();
    const { session } = await context.browser();
    // A connected page draws itself, without regions, marks and files.
    able(session, 'saveFileAs');
    const limit = { timeout, what: 'the picture' };
    const {
      full,
      forModel,
      marks = 0,
    } = await withinTimeout(context, limit, (options) => session.screenshot({ ...input, region }, options));
    context.addImage(forModel);
    const kept = { name: `picture.${input.format}`, mimeType: full.mimeType, data: bytesOf(full.data) };
    const file = path === undefined ? await keepFile(context, kept) : await keepFileAs(context, path, kept);
    const shown = { shownWidth: forModel.width, shownHeight: forModel.height };
    return { file, width: full.width, height: full.height, ...shown, marks };
  },

  summarize: ({ file, width, height, shownWidth, shownHeight, marks }) => {
    const shown = shownWidth === width ? '' : `, shown as ${shownWidth} × ${shownHeight}`;
    const marked = marks > 0 ? ` ${marks} controls are marked with their refs.` : '';
    return ours(`Picture taken${file === null ? '' : ` (saved as ${file})`}, ${width} × ${height}${shown}.${marked}`);
  },
});

function regionOf(sides: readonly (number | undefined)[]) {
  const given = sides.filter((side) => side !== undefined);
  if (given.length === 0) return undefined;
  const [x, y, width, height] = given;
  if (x !== undefined && y !== undefined && width !== undefined && height !== undefined) return { x, y, width, height };
  throw new BtcpError('invalid_input', 'A region needs x, y, width and height.', { hint: 'Give all four, or none.' });
}

function twoPlaces(): BtcpError {
  return new BtcpError('invalid_input', 'A picture is of a region, of an element or of the full page.', {
    hint: 'Give only one of them.',
  });
}
