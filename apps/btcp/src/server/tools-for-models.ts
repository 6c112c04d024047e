import { callableTools, chooseTools, peerTools, type ToolChoice, type ToolSet, withDefaultTimeout } from '@btcp/tools';

export interface ModelTools {
  tools: ToolSet;
  listed: ToolSet;
}

export interface ModelToolsOptions {
  timeout?: number | undefined;
  aliases?: string | undefined;
}

/** Unlisted tools can be called too: the list is short to save tokens; only a chosen set other than `full` is a limit. */
export function toolsForModels(choice: ToolChoice, { timeout, aliases }: ModelToolsOptions): ModelTools {
  const chosen = chooseTools(choice);
  const isLimit = choice.set !== undefined && choice.set !== 'full';
  const tools = withTimeout(isLimit ? chosen : callableTools(choice), timeout);
  if (aliases === undefined) return { tools, listed: withTimeout(chosen, timeout) };
  const peer = peerTools(aliases, tools);
  const others = chooseTools({ ...choice, set: [] });
  return { tools: peer.tools, listed: new Map([...others, ...peer.listed]) };
}

function withTimeout(tools: ToolSet, timeout: number | undefined): ToolSet {
  return timeout === undefined ? tools : withDefaultTimeout(tools, timeout);
}
