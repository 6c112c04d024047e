import { BtcpError, counted } from '@btcp/protocol';
import { z } from 'zod';
import { FAILURES, type RouteInfo, type RouteRule } from '../../port/network.js';
import { able } from '../definition/able.js';
import { toAddress } from '../definition/address.js';
import { duration, toMilliseconds } from '../definition/duration.js';
import { defineTool } from '../definition/tool.js';

const route = z.object({
  pattern: z.string(),
  action: z.enum(['mock', 'block', 'fail', 'delay', 'rewrite']),
  used: z.number().describe('How many requests it has matched'),
  method: z.string().optional(),
  status: z.number().optional(),
  url: z.string().optional(),
  reason: z.string().optional(),
  delay: z.number().optional().describe('Milliseconds'),
  times: z.number().optional(),
});

const output = z.object({ routes: z.array(route).describe('Newest first; the first that matches is used') });

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

export const browserRoute = defineTool({
  name: 'browser_route',
  title: 'Mock, block or change requests',
  description:
    'Answer requests of pages by a pattern without the network (mock), or block, fail, delay or rewrite them. The page line shows that routes are on.',
  group: 'network',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    pattern: z.string().min(1).max(2_000).describe('Part of the address, or a glob such as **/api/*.json'),
    action: z.enum(['mock', 'block', 'fail', 'delay', 'rewrite']),
    method: z
      .string()
      .regex(/^[A-Za-z]{1,20}$/, 'is wrong: expected a method such as POST')
      .optional(),
    status: z.int().min(200).max(599).optional().describe('For mock (default 200)'),
    contentType: z.string().max(200).optional().describe('For mock (default application/json if the body is JSON)'),
    headers: z
      .record(
        z.string().regex(HEADER_NAME, 'is wrong: expected the name of a header'),
        z.string().regex(/^[^\r\n\0]*$/, 'is wrong: expected one line'),
      )
      .optional()
      .describe('For mock: of the answer. For rewrite: to change; an empty value removes one'),
    body: z.string().optional().describe('For mock: of the answer. For rewrite: of the request'),
    url: z.string().min(1).optional().describe('For rewrite: the new address'),
    reason: z.enum(FAILURES).optional().describe('For fail'),
    delay: duration.optional().describe('Wait this long first'),
    times: z.int().min(1).max(1_000_000).optional().describe('How many times'),
  }),
  output,
  examples: [{ pattern: '**/ads/**', action: 'block' }],
  // A mocked page runs scripts, as browser_evaluate does.
  powers: ({ action }) => (action === 'mock' || action === 'rewrite' ? ['browser_evaluate'] : []),

  async run({ contentType, headers, url, delay, method, ...input }, context) {
    if (input.action === 'delay' && delay === undefined) throw lacking('delay', 'delay');
    if (input.action === 'rewrite' && url === undefined && headers === undefined && input.body === undefined)
      throw lacking('rewrite', 'url, headers or body');
    const type = contentType ?? (input.action === 'mock' && isJson(input.body) ? 'application/json' : undefined);
    const rule: RouteRule = {
      ...input,
      method: method?.toUpperCase(),
      headers: type === undefined ? headers : { 'content-type': type, ...headers },
      url: url === undefined ? undefined : toAddress(url),
      delay: delay === undefined ? undefined : toMilliseconds(delay),
    };
    const { session } = await context.browser();
    return { routes: (await able(session, 'routes')({ action: 'add', rule }, context)).map(shown) };
  },

  summarize: ({ routes }) => sayRoutes(routes),
});

export const browserUnroute = defineTool({
  name: 'browser_unroute',
  title: 'Remove routes',
  description: 'Remove the routes of a pattern, or all of them; or only list them.',
  group: 'network',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    pattern: z.string().min(1).optional().describe('As given to browser_route; by default all routes'),
    list: z.boolean().default(false).describe('Remove nothing'),
  }),
  output,
  examples: [{}, { list: true }],

  async run({ pattern, list }, context) {
    const { session } = await context.browser();
    const routes = able(session, 'routes');
    const left = await routes(list ? { action: 'list' } : { action: 'remove', pattern }, context);
    return { routes: left.map(shown) };
  },

  summarize: ({ routes }) => sayRoutes(routes),
});

type Shown = z.output<typeof route>;

// Without headers and body, which may be long.
function shown({ pattern, action, used, method, status, url, reason, delay, times }: RouteInfo): Shown {
  const optional = Object.entries({ method, status, url, reason, delay, times });
  return { pattern, action, used, ...Object.fromEntries(optional.filter(([, value]) => value !== undefined)) };
}

function sayRoutes(routes: readonly Shown[]): string {
  if (routes.length === 0) return 'There are no routes.';
  const lines = routes.map(({ pattern, action, used, ...rest }) => {
    const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
    return `- ${action} ${pattern}${details.length > 0 ? ` (${details.join(', ')})` : ''}, used ${counted(used, 'time')}`;
  });
  return ['Routes:', ...lines].join('\n');
}

function isJson(body: string | undefined): boolean {
  try {
    return body !== undefined && typeof JSON.parse(body) === 'object';
  } catch {
    return false;
  }
}

function lacking(action: string, what: string): BtcpError {
  return new BtcpError('invalid_input', `browser_route with action ${action} needs ${what}.`, {
    hint: `Give ${what}.`,
  });
}
