import { callTool, chooseTools, permitCall, type ToolResult, type ToolSet } from '@btcp/tools';
import { assertSource } from './engine/assert-source.js';
import { type BrowserSource, createBrowser, isLent } from './engine/create-browser.js';
import { type Approval, type BrowserTool, createTools } from './tools/create-tools.js';
import { modelOutput } from './tools/model-output.js';
import type { ToolEvents } from './tools/tool-events.js';

/** Runs tools elsewhere, such as on a server. */
export interface ToolCaller {
  callTool(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** Options of `browserTools`. */
export interface BrowserToolsOptions extends ToolEvents<ToolResult> {
  /** Never closed by the tools. */
  agent: BrowserSource | ToolCaller;
  /** A set (`default`, `plugin`, `safe`, `developer`, `live`, `full`) or tool names. */
  tools?: string | readonly string[] | undefined;
  /** Set false for a model that cannot see; chat completions also need `prepareStep: showPictures`. */
  images?: boolean | undefined;
  needsApproval?: Approval | undefined;
}

/**
 * The browser tools for `generateText`, `streamText` and agents of the AI SDK.
 * @example
 * const browser = createBrowser();
 * const { text } = await generateText({
 *   model,
 *   tools: browserTools({ agent: browser }),
 *   stopWhen: stepCountIs(20),
 *   prompt: 'What is the first story on news.ycombinator.com?',
 * });
 */
export function browserTools({
  agent,
  tools: wanted,
  images: shown = true,
  ...options
}: BrowserToolsOptions): Record<string, BrowserTool<ToolResult>> {
  if (!isCaller(agent)) assertSource(agent);
  const deny = !isCaller(agent) && isLent(agent) ? ['browser_close'] : [];
  const tools = chooseTools({ set: wanted, deny });
  return createTools<ToolResult>(tools, {
    ...options,
    run: isCaller(agent) ? runBy(agent, tools) : runIn(agent, tools),
    toModel: ({ text, images }) => modelOutput(text, shown ? images : []),
  });
}

function runIn(agent: BrowserSource, tools: ToolSet): ToolCaller['callTool'] {
  const conversation = createBrowser(agent);
  return (name, input, signal) => callTool({ tools, name, input, conversation, signal });
}

// What runs tools elsewhere may permit more than was chosen here.
function runBy(agent: ToolCaller, tools: ToolSet): ToolCaller['callTool'] {
  return async (name, input, signal) => {
    permitCall(tools, name, input);
    return agent.callTool(name, input, signal);
  };
}

function isCaller(agent: BrowserSource | ToolCaller): agent is ToolCaller {
  return 'callTool' in Object(agent);
}
