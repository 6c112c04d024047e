import type { ToolInfo } from '@btcp/protocol';
import type { ToolDefinition } from '../contract/tool.js';

/** A tool as agents see it: without what is the page's alone. */
export function describeTool(tool: ToolDefinition): ToolInfo {
  const { name, description = '', inputSchema = {}, capabilities = [], version, annotations } = tool;
  // What is undefined has no place in JSON and stays away by itself.
  return { name, description, inputSchema, capabilities, version, annotations };
}
