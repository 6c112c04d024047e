import { BtcpError, isObject } from '@btcp/protocol';
import type { ForwardedCall, Tool } from '../tools/definition/tool.js';
import { PAGE_TOOL_CALL, PAGE_TOOLS_LIST } from '../tools/page-tools.js';
import { invalidInput, unknownTool } from './input-errors.js';
import type { ToolSet } from './tool-set.js';

export interface PermittedCall {
  tool: Tool;
  input: Record<string, unknown>;
  tab?: string;
}

/** Permits a call of any surface: it needs the tool, valid arguments, and each tool whose power the call has. */
export function permitCall(tools: ToolSet, name: string, given: unknown): PermittedCall {
  const tool = tools.get(name);
  if (!tool) throw unknownTool(name, tools);
  const parsed = tool.input.safeParse(withOwnNames(tool, given ?? {}), {
    error: ({ input }) => (input === undefined ? 'is required' : undefined),
  });
  if (!parsed.success) throw invalidInput(tool, parsed.error);
  const input = parsed.data;
  if (tool.forward) return permitForwarded(tool.forward(input));
  const lacking = tool.powers?.(input).find((power) => !offers(tools, power));
  if (lacking === undefined) return { tool, input };
  throw new BtcpError('denied', `${name} refused: it does what ${lacking} does, which is not permitted here.`, {
    hint: `Work without it; the server's operator can permit it by removing ${lacking} from --deny.`,
  });
}

function permitForwarded({ tools, name, input, tab }: ForwardedCall): PermittedCall {
  return { ...permitCall(tools, name, input), ...(tab === undefined ? {} : { tab }) };
}

/** Decides whether a call may be a step of another call, which holds the browser and the turn already. */
export function permitStep(tools: ToolSet, name: string, given: unknown): PermittedCall {
  const call = permitCall(tools, name, given);
  const { isForPerson, isUrgent, group } = call.tool;
  const isOwnCall =
    isForPerson || isUrgent || group === 'connected' || OWN_CALLS.has(call.tool.aliasOf ?? call.tool.name);
  if (!isOwnCall) return call;
  throw new BtcpError('invalid_input', `${name} cannot be a step of another call.`, {
    hint: 'Call it on its own.',
  });
}

const OWN_CALLS: ReadonlySet<string> = new Set(['browser_batch', 'browser_close']);

/** Rejects the call of a page's tool unless `page_tool_call` may make it; for doors that call pages directly. */
export function permitPageCall(tools: ToolSet, name: string, input: unknown): void {
  permitCall(tools, PAGE_TOOL_CALL, { name, arguments: isObject(input) ? input : {} });
}

/** Rejects a list of the tools of pages unless `page_tools_list` may show it. */
export function permitPageList(tools: ToolSet): void {
  permitCall(tools, PAGE_TOOLS_LIST, {});
}

// Under any of its names.
function offers(tools: ToolSet, power: string): boolean {
  return tools.has(power) || [...tools.values()].some(({ aliasOf }) => aliasOf === power);
}

// Names that other servers have for the same argument; `selector` and `ref` mean the same wherever an element is named.
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  selector: ['ref', 'target', 'uid'],
  ref: ['selector', 'target', 'uid'],
  script: ['function', 'expression'],
  expression: ['script', 'function'],
};

// Counts only where the tool has no argument of that name, and gets none under its own.
function withOwnNames(tool: Tool, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { shape } = tool.input;
  const [own, other] =
    Object.entries(SYNONYMS)
      .filter(([own]) => shape[own] && !(own in input))
      .map(([own, others]) => [own, others.find((name) => name in input && !shape[name])] as const)
      .find(([, other]) => other !== undefined) ?? [];
  return own !== undefined && other !== undefined ? renamed(input, other, own) : input;
}

function renamed(input: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name === from ? to : name, value]));
}
