import { counted } from '@btcp/protocol';
import { z } from 'zod';
import type { NetworkEntry } from '../../port/network.js';
import { shorten } from '../../shaping/boundary/shorten.js';
import { logOutput, sayLog, showLog } from '../../shaping/log-output.js';
import { defineTool } from '../definition/tool.js';

const URL_LENGTH = 200;

const entry = z.object({
  id: z.number().optional().describe('For browser_network_request'),
  url: z.string(),
  method: z.string(),
  type: z.string(),
  status: z.number().optional(),
  failure: z.string().optional(),
  duration: z.number().optional(),
  size: z.number().optional(),
});

export const browserNetworkRequests = defineTool({
  name: 'browser_network_requests',
  title: 'Search the requests',
  description:
    'List requests of pages and workers, newest first, with ids, filtered by address, method, type or outcome.',
  group: 'network',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    url: z.string().min(1).optional().describe('Part of the address'),
    method: z.string().min(1).optional(),
    types: z.array(z.string()).optional().describe('Such as document, script, fetch, xhr, image, websocket'),
    status: z
      .string()
      .regex(/^(?:[1-5]xx|[1-5]\d\d|failed|pending)$/, 'is wrong: expected 404, 4xx, failed or pending')
      .optional()
      .describe('Such as 404, 4xx, failed or pending'),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  output: logOutput(entry),
  examples: [{}, { status: '4xx', types: ['fetch', 'xhr'] }],

  async run({ limit, ...wanted }, context) {
    const { session } = await context.browser();
    const { entries, dropped } = await session.networkRequests();
    const found = entries.filter((each) => isWanted(each, wanted)).map(essence);
    const view = { limit, file: 'network.log', length: URL_LENGTH, line, empty: 'No such requests were made.' };
    return showLog(context, { entries: found, dropped }, view);
  },

  summarize: sayLog,
});

interface Wanted {
  url?: string | undefined;
  method?: string | undefined;
  types?: string[] | undefined;
  status?: string | undefined;
}

function isWanted(entry: NetworkEntry, { url = '', method, types = [], status }: Wanted): boolean {
  return (
    entry.url.includes(url) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (types.length === 0 || types.some((type) => type.toLowerCase() === entry.type)) &&
    (status === undefined || hasOutcome(entry, status))
  );
}

function hasOutcome({ status, failure }: NetworkEntry, wanted: string): boolean {
  if (wanted === 'failed') return failure !== undefined;
  if (wanted === 'pending') return status === undefined && failure === undefined;
  return wanted.endsWith('xx') ? String(status).charAt(0) === wanted.charAt(0) : String(status) === wanted;
}

type Essence = z.output<typeof entry>;

function essence({ id, url, method, type, status, failure, duration, size }: NetworkEntry): Essence {
  return {
    ...(id === undefined ? {} : { id }),
    url,
    method,
    type,
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined ? {} : { failure }),
    ...(duration === undefined ? {} : { duration }),
    ...(size === undefined ? {} : { size }),
  };
}

function line({ id, url, method, type, status, failure, duration, size }: Essence, length: number): string {
  const outcome = failure ? `FAILED ${failure}` : (status ?? 'pending');
  const details = [type, duration !== undefined && `${duration} ms`, size !== undefined && counted(size, 'byte')];
  return `${id ?? '-'}. ${method} ${shorten(url, length)} => ${outcome} (${details.filter(Boolean).join(', ')})`;
}
