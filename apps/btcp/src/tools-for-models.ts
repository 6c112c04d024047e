import { callableTools, chooseTools, type ToolChoice, type ToolSet } from '@btcp/tools';

/**
 * What MCP clients are shown, and what they may call. The list is short to save tokens, so who knows another name may
 * use it; a set that somebody has chosen is also a limit.
 */
export function toolsForModels(choice: ToolChoice): { tools: ToolSet; listed: ToolSet } {
  const listed = chooseTools(choice);
  return { listed, tools: choice.set === undefined ? callableTools(choice) : listed };
}
