import { callableTools, chooseTools, type ToolChoice, type ToolSet, withDefaultTimeout } from '@btcp/tools';

export interface ModelTools {
  tools: ToolSet;
  listed: ToolSet;
}

/** Unlisted tools can be called too: the list is short to save tokens; only a chosen set other than `full` is a limit. */
export function toolsForModels(choice: ToolChoice, timeout: number | undefined): ModelTools {
  const listed = chooseTools(choice);
  const isLimit = choice.set !== undefined && choice.set !== 'full';
  const tools = isLimit ? listed : callableTools(choice);
  if (timeout === undefined) return { tools, listed };
  return { tools: withDefaultTimeout(tools, timeout), listed: withDefaultTimeout(listed, timeout) };
}
