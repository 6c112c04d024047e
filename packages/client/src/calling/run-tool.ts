import { isObject, RpcError } from '@btcp/protocol';
import type { Plugin } from '../contract/plugin.js';
import type { ToolDefinition } from '../contract/tool.js';
import { withDeadline } from '../timing/with-deadline.js';

export interface ToolCall {
  id: string;
  params: unknown;
  signal?: AbortSignal | undefined;
  // The caller's limit; the tool's limit applies as well.
  timeout?: unknown;
}

export async function runTool(
  tool: ToolDefinition,
  { id, params = {}, signal: outer, timeout }: ToolCall,
  plugins: Plugin[],
  defaultTimeout: number,
): Promise<unknown> {
  if (!isObject(params)) throw new RpcError('INVALID_PARAMS', 'type', { field: 'arguments' });
  let input = params;
  for (const { before } of plugins) if (before) input = await before(tool, input);
  const limit = tool.timeout ?? defaultTimeout;
  const work = (signal: AbortSignal) => {
    const context = { id, signal };
    for (const { run } of plugins) if (tool.sandbox && run) return run(tool, input, context);
    return tool.handler(input, context);
  };
  return withDeadline(typeof timeout === 'number' ? Math.min(timeout, limit) : limit, work, outer);
}
