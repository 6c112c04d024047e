import type { HandlerContext, ToolDefinition } from './tool.js';

type Params = Record<string, unknown>;

/** An extension of what tools can declare and return. */
export interface Plugin {
  /** The client refuses a tool with a field that no plugin implements. */
  honours?: (keyof ToolDefinition)[];
  check?(tool: ToolDefinition): void;
  /** Runs before the handler. Throws to refuse the call, or returns the parameters. */
  before?(tool: ToolDefinition, params: Params): Params | Promise<Params>;
  run?(tool: ToolDefinition, params: Params, context: HandlerContext): unknown;
  convert?(result: unknown): unknown;
  /** Answers a method of the protocol, or returns `undefined`. */
  handle?(method: string, params: Params): unknown;
}
