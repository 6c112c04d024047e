import type { InputOf } from '../schema/input-of.js';
import type { JSONSchema } from '../schema/schema.js';

/** What a tool's handler is told besides its parameters. */
export interface HandlerContext {
  /** Aborted when the caller cancels or the tool's time is over. */
  signal: AbortSignal;
  /** The call's id on the wire. */
  id: string;
}

/** Where a handler runs away from the page. */
export type SandboxKind = 'worker' | 'iframe' | 'ses';

/** A tool of a page: its name, what it is for, what it takes, and what it does. */
export interface ToolDefinition {
  /** 1 to 128 of `A-Z a-z 0-9 _ . -`. */
  name: string;
  /** Read by the agent that decides whether to call the tool. */
  description: string;
  /** Input that does not fit is refused before the handler sees it. */
  inputSchema?: JSONSchema;
  /** What the page must have granted before the tool may run. */
  capabilities?: string[];
  /** What it returns or resolves to becomes the answer. */
  handler(params: Record<string, unknown>, context: HandlerContext): unknown;
  version?: string;
  /** Milliseconds until the call is answered with a timeout; the client's `timeout` by default. */
  timeout?: number;
  /** Clean every string, or those of these fields, for use in the DOM before the handler sees them. */
  sanitize?: boolean | string[];
  /** Run the handler away from the page. It must not use variables from outside itself. */
  sandbox?: SandboxKind;
  /** Hints for agents, as in MCP and WebMCP: `readOnlyHint`, `untrustedContentHint`, … */
  annotations?: Record<string, unknown>;
}

/** A tool whose handler's parameters have the types that its input schema says. */
export interface TypedToolDefinition<Schema extends JSONSchema>
  extends Omit<ToolDefinition, 'inputSchema' | 'handler'> {
  inputSchema?: Schema;
  handler(params: InputOf<Schema>, context: HandlerContext): unknown;
}
