import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { able } from '../definition/able.js';
import { actionOutput, renderOutcome, sayOutcome, selector } from '../definition/acting.js';
import { defineRenderedTool } from '../definition/tool.js';

export const browserDrop = defineRenderedTool({
  name: 'browser_drop',
  title: 'Drop files or text',
  description: 'Drop files or data from outside on an element, as if dragged there from another program.',
  group: 'input',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    selector,
    paths: z.array(z.string().min(1)).max(100).optional().describe('Files, from allowed folders'),
    data: z
      .record(z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'is wrong: expected a MIME type such as text/plain'), z.string())
      .optional()
      .describe('Data by MIME type, such as text/plain or text/uri-list'),
  }),
  output: actionOutput,
  render: renderOutcome,
  examples: [],

  async run(input, context) {
    if (!input.paths?.length && Object.keys(input.data ?? {}).length === 0) throw nothingToDrop();
    const { session } = await context.browser();
    return able(session, 'drop')(input, context);
  },

  summarize: (outcome) => sayOutcome('Dropped on', outcome),
});

function nothingToDrop(): BtcpError {
  return new BtcpError('invalid_input', 'browser_drop needs paths or data.', {
    hint: 'Give files as paths, or text as { "data": { "text/plain": "…" } }.',
  });
}
