import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { overflowOutput, shortOrFile } from '../../shaping/spill.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

export const browserClipboard = defineTool({
  name: 'browser_clipboard',
  title: 'Use the clipboard',
  description:
    'Read the clipboard, write text to it, copy the selection, or paste at the focus. Not available with a visible window.',
  group: 'input',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['read', 'write', 'copy', 'paste']),
    text: z.string().max(1_000_000).optional().describe('Text to write; paste writes it first'),
  }),
  output: z.object({ action: z.string(), text: z.string(), ...overflowOutput }),
  examples: [],

  async run({ action, text }, context) {
    if (action === 'write' && text === undefined) throw nothingToWrite();
    const { session } = await context.browser();
    const clipboard = able(session, 'clipboard');
    if (text !== undefined && (action === 'write' || action === 'paste'))
      await clipboard({ action: 'write', text }, context);
    if (action === 'copy') await session.press('Control+c', undefined, context);
    if (action === 'paste') await session.press('Control+v', undefined, context);
    const isRead = action === 'read' || action === 'copy';
    const read = await shortOrFile(
      context,
      'clipboard.txt',
      isRead ? await clipboard({ action: 'read' }, context) : '',
    );
    return { action, ...read };
  },

  summarize: ({ action, text, overflow }) => {
    if (action === 'write') return ours('Written to the clipboard.');
    if (action === 'paste') return ours('Pasted at the focus.');
    return text
      ? [ours('The clipboard holds:'), text, ...(overflow ? [overflow] : [])]
      : ours('The clipboard is empty.');
  },
});

function nothingToWrite(): BtcpError {
  return new BtcpError('invalid_input', 'browser_clipboard with action write needs text.', {
    hint: 'Give the text to write. Empty text clears the clipboard.',
  });
}
