import { counted } from '@btcp/protocol';
import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { DOWNLOAD_TYPE } from '../shaping/keep-file.js';
import { toAddress } from './definition/address.js';
import { landing, pageOutput, travelInput, travelOptions } from './definition/shared-inputs.js';
import { defineTool } from './definition/tool.js';

export const browserNavigate = defineTool({
  name: 'browser_navigate',
  title: 'Open a page',
  description: 'Open a URL and wait until the page is ready. Returns where the browser landed.',
  group: 'pages',
  effect: 'write',
  input: z.strictObject({
    url: z.string().min(1).describe('Address to open, such as https://example.com'),
    ...travelInput,
  }),
  output: pageOutput.extend({
    download: z
      .object({ url: z.string(), name: z.string(), path: z.string(), size: z.number() })
      .optional()
      .describe('The file, when the address gave one instead of a page'),
  }),
  examples: [{ url: 'about:blank' }, { url: 'data:text/html,<h1>Hello</h1>', waitUntil: 'domcontentloaded' }],

  async run({ url, ...travel }, context) {
    const address = toAddress(url);
    const { session } = await context.browser();
    const download = await session.navigate(address, travelOptions(travel, context));
    if (download) {
      const { path, name, size } = download;
      context.addFile({ path, name, mimeType: DOWNLOAD_TYPE, size });
    }
    return { ...(await landing(session)), ...(download ? { download } : {}) };
  },

  summarize: ({ download }) =>
    download ? `Downloaded ${download.name} (${counted(download.size, 'byte')}) to ${download.path}.` : ours('Opened.'),
});
