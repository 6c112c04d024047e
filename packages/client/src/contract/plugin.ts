import type { HandlerContext, ToolDefinition } from './tool.js';

type Params = Record<string, unknown>;

/** An extension of what tools can declare and return. */
export interface Plugin {
  /** The fields of a tool that this plugin implements. The client refuses a tool with a field that no plugin implements. */
  honours?: (keyof ToolDefinition)[];
  /** Throws if the tool cannot be served. */
  check?(tool: ToolDefinition): void;
  /** Runs before the handler. Throws to refuse the call, or returns the parameters. */
  before?(tool: ToolDefinition, params: Params): Params | Promise<Params>;
  /** Runs a tool with a `sandbox` in place of its handler. */
  run?(tool: ToolDefinition, params: Params, context: HandlerContext): unknown;
  /** Converts a result to a string, content or JSON. */
  convert?(result: unknown): unknown;
  /** Answers a method of the protocol, or returns `undefined`. */
  handle?(method: string, params: Params): unknown;
}
