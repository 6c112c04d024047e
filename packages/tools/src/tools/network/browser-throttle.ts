import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const KBIT = 1024 / 8;

// As DevTools has them: latency in milliseconds, then kilobits per second down and up.
const PRESETS = {
  'slow-3g': { name: 'Slow 3G', latency: 2_000, download: 400, upload: 400 },
  'fast-3g': { name: 'Fast 3G', latency: 563, download: 1_475, upload: 675 },
  'slow-4g': { name: 'Slow 4G', latency: 563, download: 1_475, upload: 675 },
  'fast-4g': { name: 'Fast 4G', latency: 165, download: 8_100, upload: 1_350 },
} as const;

export const browserThrottle = defineTool({
  name: 'browser_throttle',
  title: 'Slow down the network',
  description: 'Slow the network down, by a preset or by numbers, cut it off, or restore it. The page line shows it.',
  group: 'network',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    preset: z.enum(['none', 'offline', 'slow-3g', 'fast-3g', 'slow-4g', 'fast-4g']).default('none'),
    latency: z.number().min(0).max(60_000).optional().describe('Milliseconds, in place of the preset'),
    download: z.number().min(1).max(10_000_000).optional().describe('Kilobits per second'),
    upload: z.number().min(1).max(10_000_000).optional().describe('Kilobits per second'),
  }),
  output: z.object({ network: z.string() }),
  examples: [{ preset: 'fast-4g' }, { preset: 'none' }],

  async run({ preset, latency, download, upload }, context) {
    const { session } = await context.browser();
    const own = latency !== undefined || download !== undefined || upload !== undefined;
    const base =
      preset === 'none' || preset === 'offline' ? { name: '', latency: 0, download: 0, upload: 0 } : PRESETS[preset];
    const kilobits = { download: download ?? base.download, upload: upload ?? base.upload };
    const bytes = (speed: number) => (speed === 0 ? -1 : speed * KBIT);
    const delay = latency ?? base.latency;
    const name = own
      ? [
          `${delay} ms`,
          kilobits.download && `${kilobits.download} kbit/s down`,
          kilobits.upload && `${kilobits.upload} kbit/s up`,
        ]
          .filter(Boolean)
          .join(', ')
      : base.name;
    const isNone = preset === 'none' && !own;
    await able(session, 'setConditions')(
      isNone
        ? undefined
        : {
            ...(name ? { name } : {}),
            offline: preset === 'offline',
            latency: delay,
            download: bytes(kilobits.download),
            upload: bytes(kilobits.upload),
          },
      context,
    );
    return { network: isNone ? 'as it is' : preset === 'offline' ? 'offline' : name };
  },

  summarize: ({ network }) => ours(`Network: ${network}.`),
});
