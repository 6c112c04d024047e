import { z } from 'zod';
import { ours } from '../../shaping/boundary/boundary.js';
import { fileName } from '../../shaping/keep-file.js';
import { able } from '../definition/able.js';
import { timeout } from '../definition/acting.js';
import { withinTimeout } from '../definition/time-limit.js';
import { defineTool } from '../definition/tool.js';

export const browserStorageState = defineTool({
  name: 'browser_storage_state',
  title: 'Save or load a state',
  description:
    'Save cookies and storage to a file that Playwright reads as storageState, or replace them with such a file.',
  group: 'storage',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['save', 'load']),
    path: z.string().min(1).optional().describe('A file inside the folder of the session'),
    content: z.string().min(1).optional().describe('For load: the text of the file, instead of path'),
    timeout,
  }),
  output: z.object({
    action: z.enum(['save', 'load']),
    path: z.string(),
    cookies: z.number(),
    origins: z.array(z.string()),
    leftOut: z.array(z.string()),
  }),
  examples: [{ action: 'save' }],

  async run({ action, path, content, timeout }, context) {
    const { session } = await context.browser();
    const stateFile = able(session, 'stateFile');
    const limit = { timeout, what: 'the state' };
    const state = await withinTimeout(context, limit, (options) => stateFile({ action, path, content }, options));
    if (action === 'save') {
      const { path, size } = state;
      context.addFile({ path, name: fileName(path), mimeType: 'application/json', size });
    }
    const { size: _, ...reported } = state;
    return { action, ...reported };
  },

  summarize: ({ action, path, cookies, origins, leftOut }) => [
    ours(`${action === 'save' ? 'Saved' : 'Loaded'} cookies: ${cookies}, sites with storage: ${origins.length}.`),
    [`File: ${path}`, ...leftOut.map((what) => `Left out: ${what}`)].join('\n'),
  ],
});
