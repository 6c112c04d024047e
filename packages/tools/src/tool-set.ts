import { z } from 'zod';
import type { Tool } from './tool.js';

/** The tools that a surface offers, by name, in a fixed order. */
export type ToolSet = ReadonlyMap<string, Tool>;

export function createToolSet(tools: readonly Tool[]): ToolSet {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

/** A tool as programs that do not share our code see it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  effect: 'read' | 'write';
  inputSchema: unknown;
  outputSchema: unknown;
}

export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    effect: tool.effect,
    inputSchema: z.toJSONSchema(tool.input, { io: 'input' }),
    outputSchema: z.toJSONSchema(tool.output),
  };
}
