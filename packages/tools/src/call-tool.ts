import { BtcpError } from '@btcp/protocol';
import type { Effects, Image, KeptFile, PageInfo } from './browser-session.js';
import type { BrowserGuard, Conversation } from './conversation.js';
import { invalidInput, unknownTool } from './input-errors.js';
import { supervise } from './supervise.js';
import type { Tool, ToolResult } from './tool.js';
import type { ToolContext } from './tool-context.js';
import type { ToolSet } from './tool-set.js';

export interface Call {
  tools: ToolSet;
  name: string;
  input: unknown;
  conversation: Conversation;
  signal: AbortSignal;
}

/** The one way to run a tool, for every surface: find, parse, wait for its turn, run, shape. Throws `BtcpError` only. */
export async function callTool({ tools, name, input, conversation, signal }: Call): Promise<ToolResult> {
  const tool = tools.get(name);
  if (!tool) throw unknownTool(name, tools);
  const parsed = tool.input.safeParse(withSelector(tool, input ?? {}), {
    error: ({ input }) => (input === undefined ? 'is required' : undefined),
  });
  if (!parsed.success) throw invalidInput(tool, parsed.error);
  const supervised = { tool, input: parsed.data, conversation, signal };
  const run = () => supervise(supervised, (signal) => runTool(tool, parsed.data, conversation, signal));
  try {
    return await (tool.effect === 'write' && !tool.isUrgent ? conversation.exclusive(run) : run());
  } catch (thrown) {
    throw signal.aborted ? cancelled(name, thrown) : BtcpError.from(thrown);
  }
}

/** `selector` and `ref` mean the same wherever an element is named, whichever of them the tool lists. */
function withSelector(tool: Tool, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || ('ref' in input && 'selector' in input)) return input;
  const { selector, ref } = tool.input.shape;
  if (selector && !ref && 'ref' in input) return renamed(input, 'ref', 'selector');
  if (ref && !selector && 'selector' in input) return renamed(input, 'selector', 'ref');
  return input;
}

function renamed(input: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name === from ? to : name, value]));
}

async function runTool(
  tool: Tool,
  input: Record<string, unknown>,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<ToolResult> {
  signal.throwIfAborted();
  let guard: Promise<BrowserGuard> | undefined;
  const images: Image[] = [];
  const files: KeptFile[] = [];
  /** Tools that have nothing to do with the browser say nothing of its page. */
  let touched = false;
  const context: ToolContext = {
    browser: () => {
      touched = true;
      guard ??= conversation.browser();
      return guard;
    },
    closeBrowser: () => {
      touched = true;
      return conversation.close();
    },
    addImage: (image) => images.push(image),
    askUser: (request) => conversation.askUser(request),
    addFile: (file) => files.push(file),
    signal,
  };
  try {
    const data = await tool.run(input, context);
    const session = (await guard)?.session;
    const page = session?.alive ? await session.page() : null;
    const text = [tool.summarize(data), ...(touched ? [pageLine(page)] : [])].join('\n');
    return {
      text,
      data,
      page,
      ...effectsIn(data),
      ...(images.length > 0 ? { images } : {}),
      ...(files.length > 0 ? { files } : {}),
    };
  } finally {
    (await guard?.catch(() => undefined))?.[Symbol.dispose]();
  }
}

/** Tools that act tell in their data what came of it; a caller of any tool finds it in one place. */
function effectsIn(data: unknown): Pick<ToolResult, 'effects'> {
  if (typeof data !== 'object' || data === null || !('effects' in data)) return {};
  return { effects: data.effects as Effects };
}

function pageLine(page: PageInfo | null): string {
  if (!page) return 'Page: none, no browser is open';
  const { url, title, status, loading, offline, dialog, restored } = page;
  const remarks = [
    loading && 'still loading',
    offline && 'offline',
    restored && 'restored after the browser was lost',
    dialog && `a dialog is open (${dialog.type}): "${dialog.message}", answer it with browser_dialog`,
  ].filter(Boolean);
  const line = `Page: ${title ? `"${title}" ` : ''}${url}${status === null ? '' : ` [${status}]`}`;
  return remarks.length > 0 ? `${line} (${remarks.join('; ')})` : line;
}

function cancelled(name: string, cause: unknown): BtcpError {
  return new BtcpError('cancelled', `${name} was cancelled by the caller.`, { cause });
}
