import { counted } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { fileName } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

export const browserVideo = defineTool({
  name: 'browser_video',
  title: 'Record a video',
  description:
    'Start, use the browser, and stop: saves a WebM video of the active tab. Blank while a person drives. At most 30 minutes and 100 MB.',
  group: 'pictures',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['start', 'stop']),
    path: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('For start: where to save it, inside the folder of the session'),
  }),
  output: z.object({
    recording: z.boolean(),
    file: z.string().nullable(),
    seconds: z.number(),
    frames: z.number(),
    size: z.number().describe('In bytes'),
    note: z.string().optional().describe('Why the video ended before it was stopped'),
  }),
  examples: [{ action: 'start' }, { action: 'stop' }],

  async run({ action, path }, context) {
    const { session } = await context.browser();
    const report = await able(session, 'video')(action === 'start' ? { action, path } : { action }, context);
    if (!report) return { recording: true, file: null, seconds: 0, frames: 0, size: 0 };
    const { path: file, size, frames, duration, note } = report;
    context.addFile({ path: file, name: fileName(file), mimeType: 'video/webm', size });
    return { recording: false, file, seconds: duration / 1_000, frames, size, ...(note ? { note } : {}) };
  },

  summarize: ({ recording, file, seconds, frames, size, note = '' }) =>
    ours(
      recording
        ? 'Recording a video. Use the browser, then stop.'
        : `Video saved as ${file}: ${seconds} s, ${counted(frames, 'frame')}, ${counted(size, 'byte')}. ${note}`.trim(),
    ),
});
