import { describeTool, type Tool, type ToolSet } from '@btcp/tools';
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { structuredSchema } from './structured-content.js';

/** Groups whose tools may do something that cannot be undone. */
const MAY_DESTROY: readonly Tool['group'][] = ['acting', 'scripting', 'connected'];

/** The tools as MCP lists them, always in the same order; `structured` results have a schema. */
export function describeTools(tools: ToolSet, structured: boolean): McpTool[] {
  return [...tools.values()].map((tool) => {
    const { name, title, description, effect, inputSchema, outputSchema } = describeTool(tool);
    const isReading = effect === 'read';
    return {
      name,
      title,
      description,
      inputSchema: inputSchema as McpTool['inputSchema'],
      ...(structured ? { outputSchema: structuredSchema(outputSchema) } : {}),
      annotations: {
        readOnlyHint: isReading,
        destructiveHint: !isReading && MAY_DESTROY.includes(tool.group),
        openWorldHint: true,
      },
    };
  });
}
