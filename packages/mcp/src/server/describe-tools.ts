import { describeTool, type Tool, type ToolSet } from '@btcp/tools';
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import { structuredSchema } from './structured-content.js';

const MAY_DESTROY: readonly Tool['group'][] = ['acting', 'scripting', 'connected'];

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
