import type { ToolInfo } from '@btcp/protocol';
import type { ToolDefinition } from '../contract/tool.js';

export function describeTool(tool: ToolDefinition): ToolInfo {
  const { name, description = '', inputSchema = {}, capabilities = [], version, annotations } = tool;
  // JSON leaves out what is undefined.
  return { name, description, inputSchema, capabilities, version, annotations };
}
