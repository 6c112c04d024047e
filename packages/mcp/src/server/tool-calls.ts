import type { Caller } from '@btcp/protocol';
import { type Conversation, callTool, type ToolResult, type ToolSet } from '@btcp/tools';
import { type Notify, withProgress } from './progress.js';

export interface ToolCall {
  name: string;
  signal: AbortSignal;
  meta: Record<string, unknown> | undefined;
  notify: Notify;
  caller: Caller;
}

type Run<T> = (call: (input: Record<string, unknown>) => Promise<ToolResult>, report: (message: string) => void) => T;

export async function runToolCall<T>(
  tools: ToolSet,
  conversation: Conversation,
  { name, signal, meta, notify, caller }: ToolCall,
  run: Run<Promise<T>>,
): Promise<T> {
  const traceparent = typeof meta?.traceparent === 'string' ? meta.traceparent : undefined;
  const call = (input: Record<string, unknown>) =>
    callTool({ tools, name, input, conversation, signal, traceparent, caller });
  const token = meta?.progressToken;
  if (typeof token !== 'string' && typeof token !== 'number') return run(call, () => {});
  return withProgress({ token, notify }, name, (report) => reportPlace(conversation, report, () => run(call, report)));
}

// A first call may wait for its browser.
async function reportPlace<T>(
  { events }: Conversation,
  report: (message: string) => void,
  run: () => Promise<T>,
): Promise<T> {
  const stop = events.subscribe((event) => {
    if (event.type === 'queued')
      report(`Waiting for a browser: place ${event.place} of ${event.waiting} in the queue.`);
  });
  return run().finally(stop);
}
