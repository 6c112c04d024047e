import { parseRef } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';

interface Match {
  ref: string;
  line: string;
}

const MAX_ATTEMPTS = 20;
const RETRY_MS = 500;

/** Finds an element of a cross-origin frame by role and name, because selectors do not reach it. */
export async function refInFrame(
  { element = '' }: RecordedAction,
  call: (name: string, input: Record<string, unknown>) => Promise<ToolResult>,
): Promise<string | undefined> {
  const [, role, name] = /^(\S+)(?: "(.*)")?$/s.exec(element) ?? [];
  if (role === undefined) return undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { data } = await call('browser_find', { role, ...(name ? { name } : {}), limit: 200 });
    const { matches } = data as { matches: Match[] };
    const found = matches.filter(({ ref, line }) => isInFrame(ref) && isCalled(line, element));
    if (found.length > 0) return found.length === 1 ? found[0]?.ref : undefined;
    // In a frame of the same origin the selector works.
    if (matches.some(({ line }) => isCalled(line, element))) return undefined;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}

function isInFrame(ref: string): boolean {
  return parseRef(ref)?.prefix.startsWith('f') ?? false;
}

function isCalled(line: string, element: string): boolean {
  return line === element || line.startsWith(`${element} `);
}
