import { z } from 'zod';
import { selector } from '../acting.js';
import { ours } from '../boundary/boundary.js';
import { defineAlias } from '../define-alias.js';
import { duration } from '../duration.js';
import { browserScreenshot, sayTaken } from '../tools/browser-screenshot.js';

export const browserTakeScreenshot = defineAlias(browserScreenshot, {
  name: 'browser_take_screenshot',
  description: 'Take a picture of the screen or of an element, and save it as a file that read_image reads.',
  input: z.strictObject({ selector: selector.optional(), timeout: duration.default('15s') }),
  examples: [{}, { selector: 'body' }],
  translate: ({ selector, timeout }) => ({ selector, timeout }),
  summarize: ({ file }) => ours(sayTaken(file)),
});
