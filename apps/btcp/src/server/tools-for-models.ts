import { callableTools, chooseTools, type ToolChoice, type ToolSet, withDefaultTimeout } from '@btcp/tools';

export interface ModelTools {
  tools: ToolSet;
  listed: ToolSet;
}

/**
 * What MCP clients are shown, and what they may call. The list is short to save tokens, so who knows another name may
 * use it; a set that somebody has chosen is also a limit, unless it is all of them. `timeout` is in milliseconds.
 */
export function toolsForModels(choice: ToolChoice, timeout: number | undefined): ModelTools {
  const listed = chooseTools(choice);
  const isLimit = choice.set !== undefined && choice.set !== 'full';
  const tools = isLimit ? listed : callableTools(choice);
  if (timeout === undefined) return { tools, listed };
  return { tools: withDefaultTimeout(tools, timeout), listed: withDefaultTimeout(listed, timeout) };
}
