import { parseRef, sleep } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';

const MAX_ATTEMPTS = 20;
const RETRY_MS = 500;
// The element may be anywhere on the page.
const MAX_SIZE = 5_000_000;

/** Selectors do not reach into a cross-origin frame, so role and name identify the element. */
export async function refInFrame(
  { role, name }: RecordedAction,
  call: (name: string, input: Record<string, unknown>) => Promise<ToolResult>,
): Promise<string | undefined> {
  if (role === undefined) return undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { data } = await call('browser_snapshot', { maxSize: MAX_SIZE });
    const { refs } = data as { refs: Record<string, { role: string; name: string }> };
    const found = Object.keys(refs).filter((ref) => refs[ref]?.role === role && refs[ref]?.name === name);
    const framed = found.filter(isInFrame);
    if (framed.length > 0) return framed.length === 1 ? framed[0] : undefined;
    // In a frame of the same origin the selector works.
    if (found.length > 0) return undefined;
    await sleep(RETRY_MS);
  }
  return undefined;
}

function isInFrame(ref: string): boolean {
  return parseRef(ref)?.prefix.startsWith('f') ?? false;
}
