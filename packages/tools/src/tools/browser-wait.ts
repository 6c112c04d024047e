import { z } from 'zod';
import { browserWaitFor } from './browser-wait-for.js';
import { defineAlias } from './definition/define-alias.js';

const LOAD_STATES = {
  navigation: 'load',
  load: 'load',
  domcontentloaded: 'domcontentloaded',
  networkidle: 'networkidle',
} as const;

export const browserWait = defineAlias(browserWaitFor, {
  name: 'browser_wait',
  description: 'Wait until a navigation is done, the network is idle, or an element is visible.',
  input: z.strictObject({ for: z.string().min(1).describe('navigation, networkidle, or a CSS selector or ref') }),
  examples: [{ for: 'navigation' }, { for: 'networkidle' }, { for: 'body' }],
  translate: ({ for: awaited }) => (isLoadState(awaited) ? { loadState: LOAD_STATES[awaited] } : { selector: awaited }),
  summarize: (output) => browserWaitFor.summarize(output),
});

function isLoadState(text: string): text is keyof typeof LOAD_STATES {
  return Object.hasOwn(LOAD_STATES, text);
}
