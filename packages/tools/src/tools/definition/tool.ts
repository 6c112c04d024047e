import type { z } from 'zod';
import type { Summary } from '../../shaping/boundary/boundary.js';
import type { ToolContext } from './tool-context.js';

/** A tool, defined once for all surfaces, the reference and the input check. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Value = z.output<Output>,
> {
  name: string;
  title: string;
  description: string;
  group:
    | 'pages'
    | 'seeing'
    | 'questions'
    | 'acting'
    | 'input'
    | 'waiting'
    | 'scripting'
    | 'debugging'
    | 'network'
    | 'storage'
    | 'emulation'
    | 'pictures'
    | 'audits'
    | 'people'
    | 'connected';
  /** Writing calls of one conversation run one at a time. */
  effect: 'read' | 'write';
  isUrgent?: boolean;
  /** Waits for a person, so it may run while a person drives. */
  isForPerson?: boolean;
  /** A connected page has no tabs, files or traffic log. */
  needsWholeBrowser?: boolean;
  aliasOf?: string;
  withCanonical?(change: (canonical: Tool) => Tool): Tool;
  toCanonical?(input: unknown): unknown;
  /** The call of another tool that this name stands for, which runs in place of it. */
  forward?(input: z.output<Input>): ForwardedCall;
  /** Arguments that do what another tool does, offered only together with that tool. */
  borrows?: Record<string, string>;
  /** Other tools whose power a call has: it is refused where one of them is not offered. */
  powers?(input: z.output<Input>): readonly string[];
  /** Strict and flat, without transforms: surfaces and `callTool` each parse once. */
  input: Input;
  output: Output;
  examples: z.input<Input>[];
  run(input: z.output<Input>, context: ToolContext): Promise<Value>;
  render?(value: Value): z.output<Output>;
  summarize(value: Value): Summary;
}

/** A call by another server's name, as a call of one of these tools. */
export interface ForwardedCall {
  tools: ReadonlyMap<string, Tool>;
  name: string;
  input: Record<string, unknown>;
  /** The tab that it is made in; the active one when left out. */
  tab?: string;
}

/** Types a tool by its schemas, and changes nothing. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

export function defineRenderedTool<Input extends z.ZodObject, Output extends z.ZodType, Value>(
  tool: Tool<Input, Output, Value> & { render(value: Value): z.output<Output> },
): Tool<Input, Output, Value> {
  return tool;
}
