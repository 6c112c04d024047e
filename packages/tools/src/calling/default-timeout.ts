import type { z } from 'zod';
import { USUAL_TIMEOUT } from '../tools/definition/acting.js';
import { duration } from '../tools/definition/duration.js';
import type { Tool } from '../tools/definition/tool.js';
import { createToolSet, type ToolSet } from './tool-set.js';

/** Returns the tools with another default timeout; tools with a timeout of their own keep it. */
export function withDefaultTimeout(tools: ToolSet, timeout: z.input<typeof duration>): ToolSet {
  const change = (tool: Tool): Tool => {
    if (hasUsualTimeout(tool)) return waiting(tool, timeout);
    return 'timeout' in tool.input.shape ? tool : (tool.withCanonical?.(change) ?? tool);
  };
  return createToolSet([...tools.values()].map(change));
}

function hasUsualTimeout({ input }: Tool): boolean {
  return (input.shape.timeout as z.ZodType | undefined)?.safeParse(undefined).data === USUAL_TIMEOUT;
}

function waiting(tool: Tool, timeout: z.input<typeof duration>): Tool {
  return { ...tool, input: tool.input.extend({ timeout: duration.default(timeout) }) };
}
