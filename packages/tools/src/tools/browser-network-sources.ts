import { z } from 'zod';
import type { NetworkEntry } from '../port/network.js';
import { ours } from '../shaping/boundary/boundary.js';
import { shorten } from '../shaping/boundary/shorten.js';
import { logOutput, sayLog, showLog } from '../shaping/log-output.js';
import { defineTool } from './definition/tool.js';

const URL_LENGTH = 200;

const UNANSWERED = new Set(['failed', 'pending']);

const entry = z.object({
  url: z.string(),
  method: z.string(),
  status: z.number().optional(),
  source: z.string().describe('network, service worker, disk cache, memory cache, prefetch cache, failed or pending'),
});

export const browserGetNetworkSources = defineTool({
  name: 'browser_get_network_sources',
  title: 'Report who answered requests',
  description: 'Report for each request whether the network, a service worker or a cache answered it, newest first.',
  group: 'debugging',
  effect: 'read',
  needsWholeBrowser: true,
  input: z.strictObject({
    limit: z.int().min(1).max(10_000).default(100).describe('How many requests at most'),
    filter: z.string().optional().describe('Only addresses that contain this text'),
  }),
  output: logOutput(entry).extend({ counts: z.record(z.string(), z.number()).describe('Requests by source') }),
  examples: [{}, { filter: '/api/' }],

  async run({ limit, filter = '' }, context) {
    const { session } = await context.browser();
    const { entries, dropped } = await session.networkRequests();
    const requests = entries
      .filter(({ url }) => url.includes(filter))
      .map((request) => {
        const { url, method, status } = request;
        return { url, method, ...(status === undefined ? {} : { status }), source: sourceOf(request) };
      });
    const counts: Record<string, number> = {};
    for (const { source } of requests.slice(-limit)) counts[source] = (counts[source] ?? 0) + 1;
    const view = { limit, file: 'network-sources.log', length: URL_LENGTH, line, empty: '' };
    return { counts, ...(await showLog(context, { entries: requests, dropped }, view)) };
  },

  summarize({ counts, ...log }) {
    const shares = Object.entries(counts).map(([source, count]) =>
      UNANSWERED.has(source) ? `${count} ${source}` : `${count} from ${source}`,
    );
    return shares.length === 0 ? ours('No requests were made.') : [ours(`${shares.join(', ')}.`), sayLog(log)];
  },
});

function line({ source, method, url }: z.infer<typeof entry>, length: number): string {
  return `[${source}] ${method} ${shorten(url, length)}`;
}

function sourceOf({ source, status, failure }: NetworkEntry): string {
  if (failure !== undefined) return 'failed';
  return status === undefined ? 'pending' : (source ?? 'network');
}
