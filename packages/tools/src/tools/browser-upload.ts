import { z } from 'zod';
import { actionOutput, renderOutcome, sayOutcome, selector } from './definition/acting.js';
import { defineRenderedTool } from './definition/tool.js';

export const browserUpload = defineRenderedTool({
  name: 'browser_upload',
  title: 'Upload files',
  description: 'Give files to a file input, its label, a button that opens a file chooser, or a drop zone.',
  group: 'acting',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    selector,
    paths: z.array(z.string().min(1)).min(1).max(100).describe('Files to upload, from allowed folders'),
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run(input, context) {
    const { session } = await context.browser();
    return session.upload(input, context);
  },

  summarize: (outcome) => sayOutcome('Gave files to', outcome),
});
