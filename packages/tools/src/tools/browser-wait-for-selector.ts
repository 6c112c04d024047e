import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { browserWaitFor } from './browser-wait-for.js';
import { selector } from './definition/acting.js';
import { defineAlias } from './definition/define-alias.js';
import { duration } from './definition/duration.js';

export const browserWaitForSelector = defineAlias(browserWaitFor, {
  name: 'browser_wait_for_selector',
  description: 'Wait until an element is in the page, or until it is visible.',
  input: z.strictObject({
    selector,
    visible: z.boolean().optional().describe('Wait until it is visible'),
    timeout: duration.default('30s').describe('Such as 15s or 5000'),
  }),
  examples: [{ selector: 'body' }, { selector: 'html', visible: true }],
  translate: ({ selector, visible, timeout }) => ({
    selector,
    timeout,
    state: visible ? ('visible' as const) : ('attached' as const),
  }),
  summarize: ({ elapsed, changes = '' }) => [ours(`Found after ${elapsed} ms.`), changes],
});
