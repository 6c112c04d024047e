import { BtcpError, counted } from '@btcp/protocol';
import { z } from 'zod';
import { type Ours, ours } from '../../shaping/boundary/boundary.js';
import { overflowOutput, shortOrFile } from '../../shaping/spill.js';
import { able } from '../definition/able.js';
import { defineTool } from '../definition/tool.js';

const cookie = z.object({
  name: z.string(),
  value: z.string().describe('Masked where scripts of pages cannot read it'),
  domain: z.string(),
  path: z.string(),
  expires: z.number().describe('Seconds since 1970; -1 ends with the browser'),
  httpOnly: z.boolean(),
  secure: z.boolean(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});

const DONE = { set: 'Set', delete: 'Deleted', clear: 'Deleted' };

export const browserCookies = defineTool({
  name: 'browser_cookies',
  title: 'Cookies',
  description: 'List, get, set, delete or clear cookies, of every site or of one domain.',
  group: 'storage',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['list', 'get', 'set', 'delete', 'clear']).default('list'),
    name: z.string().min(1).optional(),
    value: z.string().optional().describe('For set'),
    domain: z.string().min(1).optional().describe('Only this domain; set uses that of the page by default'),
    path: z.string().min(1).optional(),
    expires: z.number().optional().describe('For set: seconds since 1970'),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  }),
  output: z.object({
    action: z.string(),
    text: z.string(),
    cookies: z.array(cookie).describe('None when they are in the file'),
    ...overflowOutput,
  }),
  examples: [{}, { action: 'list', domain: 'example.com' }],

  async run(input, context) {
    const { action } = input;
    if (action !== 'list' && action !== 'clear') required(input.name, action, 'name');
    if (action === 'set') required(input.value, action, 'value');
    const { session } = await context.browser();
    const cookies = await able(session, 'cookies')(input, context);
    const lines = cookies.map(({ name, value, domain, path, ...rest }) => {
      const { expires, httpOnly, secure, sameSite } = rest;
      const ends = expires > 0 ? `until ${new Date(expires * 1_000).toISOString()}` : 'until the browser ends';
      const marks = [ends, httpOnly && 'httpOnly', secure && 'secure', sameSite].filter(Boolean);
      return `${name}=${value} (${domain}${path}, ${marks.join(', ')})`;
    });
    const { text, file, overflow } = await shortOrFile(context, 'cookies.txt', lines.join('\n'));
    return { action, text, cookies: file === null ? cookies : [], file, ...(overflow ? { overflow } : {}) };
  },

  summarize: ({ action, text, cookies, overflow }) => {
    if (text === '') return ours('There are no such cookies.');
    const done = action in DONE ? DONE[action as keyof typeof DONE] : undefined;
    const head = done ? [ours(`${done} ${counted(cookies.length, 'cookie')}:`)] : [];
    return [...head, text, ...(overflow ? [overflow] : [])] satisfies (string | Ours)[];
  },
});

function required(value: string | undefined, action: string, argument: string): void {
  if (value !== undefined) return;
  throw new BtcpError('invalid_input', `browser_cookies with action ${action} needs ${argument}.`, {
    hint: 'Action list shows the cookies.',
  });
}
