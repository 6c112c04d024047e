import { BtcpError, isObject } from '@btcp/protocol';
import type { Tool } from '../tools/definition/tool.js';
import { PAGE_TOOL_CALL, PAGE_TOOLS_LIST } from '../tools/page-tools.js';
import { invalidInput, unknownTool } from './input-errors.js';
import type { ToolSet } from './tool-set.js';

export interface PermittedCall {
  tool: Tool;
  input: Record<string, unknown>;
}

/**
 * Decides whether a set of tools permits a call, for every door: it needs the tool, arguments that the tool takes, and
 * every other tool whose power the call has.
 */
export function permitCall(tools: ToolSet, name: string, given: unknown): PermittedCall {
  const tool = tools.get(name);
  if (!tool) throw unknownTool(name, tools);
  const parsed = tool.input.safeParse(withSelector(tool, given ?? {}), {
    error: ({ input }) => (input === undefined ? 'is required' : undefined),
  });
  if (!parsed.success) throw invalidInput(tool, parsed.error);
  const input = parsed.data;
  const lacking = tool.powers?.(input).find((power) => !offers(tools, power));
  if (lacking === undefined) return { tool, input };
  throw new BtcpError(
    'denied',
    `${name} was refused: the call does what ${lacking} does, which is not permitted here.`,
    {
      hint: 'Work without it, or ask the person who started the server to permit it.',
    },
  );
}

/** Rejects the call of a page's tool unless `page_tool_call` may make it; for doors that call pages directly. */
export function permitPageCall(tools: ToolSet, name: string, input: unknown): void {
  permitCall(tools, PAGE_TOOL_CALL, { name, arguments: isObject(input) ? input : {} });
}

/** Rejects a list of the tools of pages unless `page_tools_list` may show it. */
export function permitPageList(tools: ToolSet): void {
  permitCall(tools, PAGE_TOOLS_LIST, {});
}

/** Under any of its names. */
function offers(tools: ToolSet, power: string): boolean {
  return tools.has(power) || [...tools.values()].some(({ aliasOf }) => aliasOf === power);
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
