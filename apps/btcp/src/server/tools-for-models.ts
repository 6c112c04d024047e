import { callableTools, chooseTools, type ToolChoice, type ToolSet, withDefaultTimeout } from '@btcp/tools';

export interface ModelTools {
  tools: ToolSet;
  listed: ToolSet;
}

/**
 * The tools that MCP clients see and may call. Unlisted tools can be called too, because the list is short only to save
 * tokens; a chosen set is a limit, unless it is `full`.
 */
export function toolsForModels(choice: ToolChoice, timeout: number | undefined): ModelTools {
  const listed = chooseTools(choice);
  const isLimit = choice.set !== undefined && choice.set !== 'full';
  const tools = isLimit ? listed : callableTools(choice);
  if (timeout === undefined) return { tools, listed };
  return { tools: withDefaultTimeout(tools, timeout), listed: withDefaultTimeout(listed, timeout) };
}
