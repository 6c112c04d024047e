import type { HandlerContext, ToolDefinition } from './tool.js';

type Params = Record<string, unknown>;

/** Adds to what tools can ask for or answer with. Every part is optional. */
export interface Plugin {
  /** The parts of a tool's definition that this plugin sees to; the client refuses tools with parts that nobody does. */
  honours?: (keyof ToolDefinition)[];
  /** Throws when the tool cannot be served as it is declared. */
  check?(tool: ToolDefinition): void;
  /** Comes before the handler: throws to refuse the call, or gives the parameters to go on with. */
  before?(tool: ToolDefinition, params: Params): Params | Promise<Params>;
  /** Runs a tool that has a `sandbox`, in place of its handler. */
  run?(tool: ToolDefinition, params: Params, context: HandlerContext): unknown;
  /** Turns a result into a string, a content part or a JSON value. */
  convert?(result: unknown): unknown;
  /** Answers a method of the protocol; `undefined` leaves it to others. */
  handle?(method: string, params: Params): unknown;
}
