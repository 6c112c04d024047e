import { counted } from '@btcp/protocol';
import { z } from 'zod';
import type { NetworkEntry } from '../port/network.js';
import { ours } from '../shaping/boundary/boundary.js';
import { shorten } from '../shaping/boundary/shorten.js';
import { logOutput, sayLog, showLog } from '../shaping/log-output.js';
import { defineTool, type Tool } from './definition/tool.js';

const URL_LENGTH = 200;

const entry = z.object({
  id: z.number().optional(),
  url: z.string(),
  method: z.string(),
  type: z.string().describe('document, script, fetch, image, …'),
  time: z.number().describe('When it was sent, in milliseconds since 1970'),
  status: z.number().optional(),
  contentType: z.string().optional(),
  source: z.enum(['network', 'service worker', 'disk cache', 'memory cache', 'prefetch cache']).optional(),
  responseTime: z.number().optional().describe('Milliseconds until the answer started'),
  duration: z.number().optional().describe('Milliseconds until it was complete'),
  size: z.number().optional(),
  failure: z.string().optional(),
  socket: z
    .object({ state: z.enum(['connecting', 'open', 'closed']), sent: z.number(), received: z.number() })
    .optional()
    .describe('State of a WebSocket, and how many messages went each way'),
  context: z.enum(['page', 'worker', 'service worker']),
  tab: z.string().optional(),
});

const browserRecentNetworkRequests = defineTool({
  name: 'browser_recent_network_requests',
  title: 'Read recent requests',
  description: 'Read the requests of pages and workers, newest first: status, type, who answered, timing, failures.',
  group: 'debugging',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    limit: z.int().min(1).max(10_000).default(100).describe('How many requests at most'),
    filter: z.string().optional().describe('Only addresses that contain this text'),
  }),
  output: logOutput(entry),
  examples: [{}, { limit: 5, filter: '/api/' }],

  async run({ limit, filter = '' }, context) {
    const { session } = await context.browser();
    const { entries, dropped } = await session.networkRequests();
    const wanted = entries.filter(({ url }) => url.includes(filter));
    const view = { limit, file: 'network.log', length: URL_LENGTH, line, empty: 'No requests were made.' };
    return showLog(context, { entries: wanted, dropped }, view);
  },

  summarize: sayLog,
});

const browserClearNetworkRequests = defineTool({
  name: 'browser_clear_network_requests',
  title: 'Clear the network log',
  description: 'Clear the network log.',
  group: 'debugging',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({}),
  output: z.object({ cleared: z.number() }),
  examples: [{}],

  async run(_input, context) {
    const { session } = await context.browser();
    return { cleared: await session.clearNetworkRequests() };
  },

  summarize: ({ cleared }) => ours(`Cleared ${cleared} network requests.`),
});

export const networkTools: readonly Tool[] = [browserRecentNetworkRequests, browserClearNetworkRequests];

function line(entry: NetworkEntry, length: number): string {
  const { time, method, url, status, failure, type, contentType, source, socket } = entry;
  const { responseTime, duration, size, context } = entry;
  const clock = new Date(time).toISOString().slice(11, 23);
  const outcome = failure ? [status, `FAILED ${failure}`].filter(Boolean).join(', ') : (status ?? 'pending');
  const details = [
    type,
    contentType,
    source && `from ${source}`,
    socket && `${socket.state}, ${socket.sent} sent, ${socket.received} received`,
    responseTime !== undefined && `answer after ${responseTime} ms`,
    duration !== undefined && `done after ${duration} ms`,
    size !== undefined && counted(size, 'byte'),
    context !== 'page' && `by ${context}`,
  ].filter(Boolean);
  return `${clock} ${method} ${shorten(url, length)} => ${outcome} (${details.join(', ')})`;
}
