import { BtcpError, type Caller, isObject, untilAborted } from '@btcp/protocol';
import type { Conversation } from '../conversations/conversation.js';
import { PAGE_TAB } from '../pages/page-session.js';
import type { KeptFile, PageInfo } from '../port/browser-session.js';
import type { Image } from '../port/pictures.js';
import { type ShieldedSession, shield } from '../secrets/shield.js';
import type { Effects } from '../shaping/action-output.js';
import { compose, ours, type Summary } from '../shaping/boundary/boundary.js';
import { encloseError } from '../shaping/boundary/enclose-error.js';
import { DOWNLOAD_TYPE, fileName } from '../shaping/keep-file.js';
import { savedAs } from '../shaping/saved-as.js';
import type { ToolResult } from '../shaping/tool-result.js';
import type { ToolBrowser, ToolContext } from '../tools/definition/tool-context.js';
import { type PermittedCall, permitCall, permitStep } from './permission.js';
import { supervise } from './supervise.js';
import type { ToolSet } from './tool-set.js';

/** One call of a tool: which, with what, for whom, and what cancels it. */
export interface Call {
  tools: ToolSet;
  name: string;
  input: unknown;
  conversation: Conversation;
  signal: AbortSignal;
  /** In bytes: what is longer goes into a file. 4,096 when left out. */
  maxInline?: number | undefined;
  /** Where the caller saves the file of the result: the text names this path. */
  saveAs?: string | undefined;
  /** Where a person finds this browser; the conversation knows when left out. */
  liveLink?: string | undefined;
  /** The session as the outside names it; the id of the conversation when left out. */
  session?: string | undefined;
  traceparent?: string | undefined;
  caller?: Caller | undefined;
  /** A person looks at the browser, and the agent's activity does not list the call. */
  isAside?: boolean | undefined;
}

// The name of all tools that do not exist, so that callers cannot invent names for observers.
const UNKNOWN_TOOL = 'unknown';

/** Runs a tool, for every surface: find, parse, wait for its turn, run, shape. Throws only `BtcpError`. */
export async function callTool(call: Call): Promise<ToolResult> {
  const { tools, name, conversation, session = conversation.id, traceparent } = call;
  const tool = tools.get(name)?.name ?? UNKNOWN_TOOL;
  if (call.caller) conversation.caller = call.caller;
  return conversation.observer.call({ tool, session, traceparent }, () => followed(call));
}

async function followed(call: Call): Promise<ToolResult> {
  const { conversation, name, input, isAside = false } = call;
  const settle = isAside ? undefined : conversation.follower?.called(conversation, name, input);
  try {
    const result = await perform(call);
    settle?.({ result });
    return result;
  } catch (error) {
    settle?.({ error });
    throw error;
  }
}

async function perform({ tools, name, input, conversation, signal, ...rest }: Call): Promise<ToolResult> {
  const permitted = permitCall(tools, name, input);
  const { tool } = permitted;
  const supervised = { ...permitted, conversation, signal };
  const run = () => supervise(supervised, (signal) => runTool(permitted, { tools, conversation, signal, ...rest }));
  try {
    const work = tool.effect === 'write' && !tool.isUrgent ? conversation.exclusive(run) : run();
    return await untilAborted(work, signal);
  } catch (thrown) {
    throw signal.aborted ? cancelled(name, thrown) : BtcpError.from(thrown);
  }
}

async function runTool(
  { tool, input, tab }: PermittedCall,
  { tools, conversation, signal, liveLink, maxInline, saveAs }: Omit<Call, 'name' | 'input'>,
): Promise<ToolResult> {
  signal.throwIfAborted();
  let guard: Promise<ToolBrowser> | undefined;
  const images: Image[] = [];
  let refLines: Record<string, number> = {};
  const files: KeptFile[] = [];
  let touched = false;
  const context: ToolContext = {
    browser: () => {
      touched = true;
      guard ??= shieldedBrowser(conversation);
      return guard;
    },
    closeBrowser: () => {
      touched = true;
      return conversation.close();
    },
    addImage: (image) => images.push(image),
    setRefLines: (lines) => {
      refLines = lines;
    },
    addFile: (file) => {
      files.push(file);
      conversation.files.set(fileName(file.path), file);
    },
    askUser: (request) => conversation.askUser(request, liveLink),
    prepare: (name, given) => {
      const step = permitStep(tools, name, given);
      const runStep = async (signal: AbortSignal) => {
        const value = await step.tool.run(step.input, { ...context, signal });
        const data = step.tool.render ? step.tool.render(value) : value;
        for (const file of downloadsIn(effectsIn(data))) context.addFile(file);
        return { summary: step.tool.summarize(value), data, ...elementIn(value) };
      };
      return { tool: name, run: () => supervise({ ...step, conversation, signal }, runStep) };
    },
    maxInline,
    signal,
  };
  try {
    if (tab !== undefined) await goToTab(tab, context);
    const value = await tool.run(input, context);
    const session = (await guard)?.session;
    const page = session?.alive ? await shownPage(session, conversation) : null;
    const reported = conversation.takePrivateDrive() ? [ours(DRIVEN_IN_PRIVATE)] : [];
    const shown = saveAs === undefined ? value : savedAs(value, saveAs);
    const text = compose(...reported, tool.summarize(shown), ...(touched ? [pageLine(page)] : []));
    const data = tool.render ? tool.render(value) : value;
    const effects = effectsIn(data);
    for (const file of downloadsIn(effects)) context.addFile(file);
    return {
      text,
      data,
      page: page === 'private' ? null : page,
      ...(effects ? { effects } : {}),
      ...elementIn(value),
      ...(images.length > 0 ? { images } : {}),
      ...(Object.keys(refLines).length > 0 ? { refLines } : {}),
      ...(files.length > 0 ? { files } : {}),
    };
  } catch (thrown) {
    // A browser that did not start has not shown any page.
    const hasStarted = await guard?.then(
      () => true,
      () => false,
    );
    throw hasStarted === false ? thrown : await encloseError(thrown, conversation.masker);
  } finally {
    (await guard?.catch(() => undefined))?.[Symbol.dispose]();
  }
}

async function goToTab(tab: string, context: ToolContext): Promise<void> {
  const { session } = await context.browser();
  if ((await session.page()).tab !== tab) await session.selectTab(tab);
}

async function shieldedBrowser(conversation: Conversation): Promise<ToolBrowser> {
  const { session, [Symbol.dispose]: dispose } = await conversation.browser();
  return { session: shield(session, conversation), [Symbol.dispose]: dispose };
}

// Read before labels are rendered.
function elementIn(value: unknown): Pick<ToolResult, 'element'> {
  if (!isObject(value) || !isObject(value.acted)) return {};
  const { role, name } = value.acted;
  return typeof role === 'string' && typeof name === 'string' ? { element: { role, name } } : {};
}

// Tools that act have effects in their data; results have them in one place for all tools.
function effectsIn(data: unknown): Effects | undefined {
  if (typeof data !== 'object' || data === null || !('effects' in data)) return undefined;
  return data.effects as Effects;
}

function downloadsIn(effects: Effects | undefined): KeptFile[] {
  return (effects?.downloads ?? []).flatMap(({ path, name, size = 0 }) =>
    path === undefined ? [] : { path, name, mimeType: DOWNLOAD_TYPE, size },
  );
}

// A call that waits for a person continues while they drive, and must not show a private page.
async function shownPage(session: ShieldedSession, { lease }: Conversation): Promise<PageInfo | 'private'> {
  if (lease.state.isPrivate) return 'private';
  const page = await session.page();
  return lease.state.isPrivate ? 'private' : page;
}

const DRIVEN_IN_PRIVATE =
  'A person drove this browser in private since the last result. What they typed is masked. Refs from before may be stale.';

// The page line names any other tab.
const FIRST_TABS: readonly string[] = ['t1', PAGE_TAB];

function pageLine(page: PageInfo | 'private' | null): Summary {
  if (!page) return ours('Page: none, no browser is open');
  if (page === 'private') return ours('Page: not shown, a person is driving in private');
  const { url, title, status, tab, loading, offline, emulated = [], network = [], dialog, restored, failure } = page;
  const remarks = [
    !FIRST_TABS.includes(tab) && `tab ${tab}`,
    loading && 'still loading',
    failure && `it could not be opened: ${failure}`,
    offline && 'offline',
    network.length > 0 && `network: ${network.join(', ')}`,
    emulated.length > 0 && `emulating ${emulated.join(', ')}`,
    restored && 'restored after the browser was lost',
    dialog && `a dialog is open (${dialog.type}): "${dialog.message}", answer it with browser_dialog`,
  ].filter(Boolean);
  const line = `Page: ${title ? `"${title}" ` : ''}${url}${status === null ? '' : ` [${status}]`}`;
  return remarks.length > 0 ? `${line} (${remarks.join('; ')})` : line;
}

function cancelled(name: string, cause: unknown): BtcpError {
  return new BtcpError('cancelled', `${name} was cancelled by the caller.`, {
    hint: 'Part of it may be done: browser_snapshot shows the page.',
    cause,
  });
}
