import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { fileName } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

export const browserHar = defineTool({
  name: 'browser_har',
  title: 'Record or replay requests',
  description:
    'Record requests and answers to a HAR file (start, stop), or answer requests from such a file without the network (replay, end).',
  group: 'network',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['start', 'stop', 'replay', 'end']),
    path: z.string().min(1).max(500).optional().describe('For stop: a file name. For replay: a file of the session'),
    notFound: z
      .enum(['fail', 'continue'])
      .default('fail')
      .describe('What happens to requests that are not in the file'),
  }),
  output: z.object({ action: z.string(), entries: z.number(), path: z.string().optional() }),
  examples: [{ action: 'start' }, { action: 'stop' }],
  // A page that is replayed runs scripts, as browser_evaluate does.
  powers: ({ action }) => (action === 'replay' ? ['browser_evaluate'] : []),

  async run({ action, path, notFound }, context) {
    if (action === 'replay' && path === undefined) throw noFile();
    const { session } = await context.browser();
    const har = able(session, 'har');
    const outcome = await har(
      action === 'replay' ? { action, path: path ?? '', notFound } : action === 'stop' ? { action, path } : { action },
      context,
    );
    if (action === 'stop' && outcome.path !== undefined) {
      const { path, size = 0 } = outcome;
      context.addFile({ path, name: fileName(path), mimeType: 'application/json', size });
    }
    return { action, entries: outcome.entries, ...(outcome.path === undefined ? {} : { path: outcome.path }) };
  },

  summarize: ({ action, entries, path }) =>
    ({
      start: 'Recording requests.',
      stop: `Recorded requests: ${entries}, in ${path}. Credentials are masked.`,
      replay: `Answering requests from ${path}: ${entries} recorded.`,
      end: 'Requests go to the network again.',
    })[action] ?? '',
});

function noFile(): BtcpError {
  return new BtcpError('invalid_input', 'browser_har with action replay needs path.', {
    hint: 'Give the path that action stop returned.',
  });
}
