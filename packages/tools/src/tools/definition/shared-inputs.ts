import { z } from 'zod';
import type { NavigateOptions, WaitUntil } from '../../port/browser-session.js';
import type { ShieldedSession } from '../../secrets/shield.js';
import { timeout } from './acting.js';
import { type duration, toMilliseconds } from './duration.js';
import type { ToolContext } from './tool-context.js';

export const travelInput = {
  waitUntil: z
    .enum(['load', 'domcontentloaded', 'networkidle'])
    .default('load')
    .describe('When the page counts as ready'),
  timeout,
};

export function travelOptions(
  { waitUntil, timeout }: { waitUntil: WaitUntil; timeout: z.output<typeof duration> },
  { signal }: ToolContext,
): NavigateOptions {
  return { waitUntil, timeout: toMilliseconds(timeout), signal };
}

export const pageOutput = z.object({
  url: z.string().describe('Where the browser landed, after redirects'),
  title: z.string(),
  status: z.number().nullable().describe('HTTP status; null if there is none, as for about:blank'),
});

export async function landing(session: ShieldedSession): Promise<z.output<typeof pageOutput>> {
  const { url, title, status } = await session.page();
  return { url, title, status };
}
