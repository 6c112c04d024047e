import { z } from 'zod';
import { browserNavigate } from './browser-navigate.js';
import { defineAlias } from './definition/define-alias.js';

export const browserOpen = defineAlias(browserNavigate, {
  name: 'browser_open',
  description: 'Open the browser at a URL.',
  input: z.strictObject({ url: z.string().min(1).describe('Address to open, such as https://example.com') }),
  examples: [{ url: 'about:blank' }],
  translate: ({ url }) => ({ url }),
  summarize: (output) => browserNavigate.summarize(output),
});
