import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { EMULATED_PERMISSIONS } from '../../port/emulation.js';
import { ours } from '../../shaping/boundary/boundary.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const MAX_SIDE = 10_000;

export const browserEmulate = defineTool({
  name: 'browser_emulate',
  title: 'Emulate a device',
  description:
    'Emulate a device, place, language or user preferences. Settings add up until reset. The page line shows them.',
  group: 'emulation',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    device: z.string().min(1).optional().describe("Playwright's name, such as iPhone 15, Pixel 7 or Pixel 7 landscape"),
    width: z.int().min(1).max(MAX_SIDE).optional(),
    height: z.int().min(1).max(MAX_SIDE).optional(),
    pixelRatio: z.number().min(0.1).max(10).optional(),
    mobile: z.boolean().optional().describe('Lay out as on a phone: the viewport meta tag counts'),
    touch: z.boolean().optional(),
    userAgent: z.string().min(1).max(1_000).optional().describe('Client hints follow from it'),
    locale: z.string().min(2).max(50).optional().describe('Such as fr-FR'),
    timezone: z.string().min(1).max(100).optional().describe('Such as Asia/Tokyo'),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    accuracy: z.number().min(0).max(1_000_000).optional().describe('In metres'),
    permissions: z.array(z.enum(EMULATED_PERMISSIONS)).optional().describe('Granted to every page of this browser'),
    colorScheme: z.enum(['light', 'dark']).optional(),
    reducedMotion: z.boolean().optional(),
    forcedColors: z.boolean().optional(),
    contrast: z.enum(['more', 'less']).optional(),
    media: z.enum(['screen', 'print']).optional(),
    cpuSlowdown: z.number().min(1).max(20).optional().describe('4 makes scripts four times slower'),
    reset: z.boolean().optional().describe('Forget all earlier settings first'),
  }),
  output: z.object({
    on: z.array(z.string()).describe('What is emulated now'),
    needsReload: z.boolean().describe('The page was loaded before the change and may need a reload'),
  }),
  examples: [{ colorScheme: 'dark', locale: 'fr-FR' }, { reset: true }],

  async run(input, context) {
    const half = (input.latitude === undefined) !== (input.longitude === undefined);
    if (half) throw incomplete('latitude and longitude');
    if ((input.width === undefined) !== (input.height === undefined)) throw incomplete('width and height');
    const { session } = await context.browser();
    return able(session, 'emulate')(input, context);
  },

  summarize: ({ on, needsReload }) => [
    ours(on.length === 0 ? 'Nothing is emulated.' : 'Emulation is on.'),
    ours(needsReload ? 'Reload the page so that every setting takes effect.' : ''),
  ],
});

function incomplete(both: string): BtcpError {
  return new BtcpError('invalid_input', `browser_emulate needs both ${both}, or neither.`, { hint: 'Give both.' });
}
