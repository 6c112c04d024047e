import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { overflowOutput, shortOrFile } from '../../shaping/spill.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const AREAS = { local: 'local storage', session: 'session storage', indexeddb: 'databases', cache: 'caches' };

export const browserStorage = defineTool({
  name: 'browser_storage',
  title: 'Storage of a site',
  description:
    'List, get, set, delete or clear what the site of the page has stored: local or session storage, IndexedDB, caches.',
  group: 'storage',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    area: z.enum(['local', 'session', 'indexeddb', 'cache']).default('local'),
    action: z.enum(['list', 'get', 'set', 'delete', 'clear']).default('list'),
    key: z.string().optional().describe('A key; for indexeddb DATABASE or DATABASE/STORE, for cache its name'),
    value: z.string().optional().describe('For set, in local and session storage'),
  }),
  output: z.object({
    area: z.enum(['local', 'session', 'indexeddb', 'cache']),
    action: z.string(),
    origin: z.string(),
    text: z.string(),
    entries: z.array(z.object({ key: z.string(), value: z.string() })).describe('None when they are in the file'),
    more: z.number().describe('Entries that are not listed'),
    ...overflowOutput,
  }),
  examples: [],

  async run(input, context) {
    const { area, action, key, value } = input;
    if (action !== 'list' && action !== 'clear' && key === undefined) throw missing(action, 'key');
    if (action === 'set' && value === undefined) throw missing(action, 'value');
    if (action === 'set' && area !== 'local' && area !== 'session') throw readOnly(area);
    const { session } = await context.browser();
    const { origin, entries, more } = await able(session, 'storage')(input, context);
    const whole = entries.map(({ key, value }) => `${key}: ${value}`).join('\n');
    const { text, file, overflow } = await shortOrFile(context, 'storage.txt', whole);
    const shown = file === null ? entries : [];
    return { area, action, origin, text, entries: shown, more, file, ...(overflow ? { overflow } : {}) };
  },

  summarize: ({ area, action, origin, text, more, overflow }) => {
    const where = `${AREAS[area]} of ${origin}`;
    const head = {
      list: text ? `The ${where}:` : `The ${where}: empty.`,
      get: `In the ${where}:`,
      set: `Set in the ${where}:`,
      delete: `Deleted from the ${where}:`,
      clear: `Cleared the ${where}.`,
    }[action];
    return [head, text, more > 0 && `(${more} more)`, overflow].filter((line) => typeof line === 'string').join('\n');
  },
});

function missing(action: string, argument: string): BtcpError {
  return new BtcpError('invalid_input', `browser_storage with action ${action} needs ${argument}.`, {
    hint: 'Action list shows the keys.',
  });
}

function readOnly(area: keyof typeof AREAS): BtcpError {
  return new BtcpError('invalid_input', `Entries of ${AREAS[area]} cannot be set.`, {
    hint: 'They can be listed, read and deleted. browser_evaluate runs code that sets them.',
  });
}
