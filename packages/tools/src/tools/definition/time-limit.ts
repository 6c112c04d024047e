import { BtcpError, untilAborted, within } from '@btcp/protocol';
import { toMilliseconds } from './duration.js';
import type { ToolContext } from './tool-context.js';

// How long work that was ended may take to report why it was late.
const EXPLAIN_MS = 1_000;

/** Ends work that takes longer than the timeout of its call, also where the page never answers. */
export async function withinTimeout<T>(
  { signal }: Pick<ToolContext, 'signal'>,
  { timeout, what, extra = 0 }: { timeout: number | string; what: string; extra?: number },
  work: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const milliseconds = toMilliseconds(timeout);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late(milliseconds, what)), milliseconds + extra);
  const either = AbortSignal.any([signal, limit.signal]);
  const working = work({ signal: either });
  try {
    return await untilAborted(working, either);
  } catch (thrown) {
    if (signal.aborted || !limit.signal.aborted) throw thrown;
    return await within(working, EXPLAIN_MS, () => Promise.reject(thrown));
  } finally {
    clearTimeout(timer);
  }
}

function late(milliseconds: number, what: string): BtcpError {
  const spelled = milliseconds < 1_000 ? `${milliseconds}ms` : `${milliseconds / 1_000}s`;
  return new BtcpError('timeout', `Timeout after ${spelled} waiting for ${what}.`, {
    hint: 'Allow more time with timeout, or call again: that stops a script that keeps the page busy.',
  });
}
