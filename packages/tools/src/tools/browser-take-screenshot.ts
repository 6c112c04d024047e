import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { browserScreenshot, sayTaken } from './browser-screenshot.js';
import { selector } from './definition/acting.js';
import { defineAlias } from './definition/define-alias.js';
import { duration } from './definition/duration.js';

export const browserTakeScreenshot = defineAlias(browserScreenshot, {
  name: 'browser_take_screenshot',
  description: 'Take a picture of the screen or of an element, and save it as a file that read_image reads.',
  input: z.strictObject({ selector: selector.optional(), timeout: duration.default('15s') }),
  examples: [{}, { selector: 'body' }],
  translate: ({ selector, timeout }) => ({ selector, timeout }),
  summarize: ({ file }) => ours(sayTaken(file)),
});
