import { z } from 'zod';
import { toAddress } from '../address.js';
import { duration, toMilliseconds } from '../duration.js';
import { defineTool } from '../tool.js';

export const browserNavigate = defineTool({
  name: 'browser_navigate',
  title: 'Open a page',
  description: 'Open a URL and wait until the page is ready. The result says where the browser landed.',
  group: 'pages',
  effect: 'write',
  input: z.strictObject({
    url: z.string().min(1).describe('Address to open, such as https://example.com'),
    waitUntil: z
      .enum(['load', 'domcontentloaded', 'networkidle'])
      .default('load')
      .describe('When the page counts as ready'),
    timeout: duration.default('15s').describe('How long to wait, such as 15s or 5000'),
  }),
  output: z.object({
    url: z.string().describe('Where the browser landed, after redirects'),
    title: z.string(),
    status: z.number().nullable().describe('HTTP status; null where there is none, as for about:blank'),
  }),
  examples: [{ url: 'about:blank' }, { url: 'data:text/html,<h1>Hello</h1>', waitUntil: 'domcontentloaded' }],

  async run({ url, waitUntil, timeout }, context) {
    const address = toAddress(url);
    const { session } = await context.browser();
    await session.navigate(address, { waitUntil, timeout: toMilliseconds(timeout), signal: context.signal });
    const page = await session.page();
    return { url: page.url, title: page.title, status: page.status };
  },

  summarize: () => 'Opened.',
});
