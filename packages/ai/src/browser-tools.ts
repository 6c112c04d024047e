import { callTool, chooseTools, type ToolResult, type ToolSet } from '@btcp/tools';
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
  /** What the tools drive: a browser of `createBrowser`, any source that it takes, or who calls them. Never closed. */
  agent: BrowserSource | ToolCaller;
  /** A set of tools (`default`, `plugin`, `safe`, `developer`, `live`, `full`), or the names of the ones wanted. */
  tools?: string | readonly string[] | undefined;
  /**
   * Whether the model is shown pictures; false for models that see none. Chat completions take them with
   * `prepareStep: showPictures`, and would be sent them as text without it.
   */
  images?: boolean | undefined;
  /** Which calls wait until a person has allowed them; none by default. */
  needsApproval?: Approval | undefined;
}

/**
 * The browser tools for `generateText`, `streamText` and agents of the AI SDK.
 *
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
  // A lent browser is not the model's to close.
  const deny = !isCaller(agent) && isLent(agent) ? ['browser_close'] : [];
  const tools = chooseTools({ set: wanted, deny });
  return createTools<ToolResult>(tools, {
    ...options,
    run: isCaller(agent) ? (name, input, signal) => agent.callTool(name, input, signal) : runIn(agent, tools),
    toModel: ({ text, images }) => modelOutput(text, shown ? images : []),
  });
}

function runIn(agent: BrowserSource, tools: ToolSet): ToolCaller['callTool'] {
  const conversation = createBrowser(agent);
  return (name, input, signal) => callTool({ tools, name, input, conversation, signal });
}

function isCaller(agent: BrowserSource | ToolCaller): agent is ToolCaller {
  return 'callTool' in Object(agent);
}
