import { z } from 'zod';
import { duration, toMilliseconds } from './duration.js';

export { actionOutput } from '../../shaping/action-output.js';
export { renderOutcome } from '../../shaping/render-outcome.js';
export { sayOutcome } from '../../shaping/say-outcome.js';

export const USUAL_TIMEOUT = '15s';

export const selector = z.string().min(1).describe('CSS selector, or a ref such as @e3');

export const wait = z.boolean().optional().describe('Wait until the element appears');

export const timeout = duration.default(USUAL_TIMEOUT);

// A page that waits for the element reports itself that it did not come.
const WAIT_GRACE_MS = 1_500;

export function waitGrace({ wait }: { wait?: boolean | undefined }): number {
  return wait ? WAIT_GRACE_MS : 0;
}

export function waitTime(input: {
  wait?: boolean | undefined;
  timeout: z.output<typeof duration>;
}): number | undefined {
  return input.wait ? toMilliseconds(input.timeout) : undefined;
}
