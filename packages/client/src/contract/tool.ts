import type { InputOf } from '../schema/input-of.js';
import type { JSONSchema } from '../schema/schema.js';

/** What a handler receives in addition to its parameters. */
export interface HandlerContext {
  /** Aborted when the caller cancels or the time is over. */
  signal: AbortSignal;
  id: string;
}

/** Where a handler runs outside the page. */
export type SandboxKind = 'worker' | 'iframe' | 'ses';

/** A tool of a page. */
export interface ToolDefinition {
  /** 1 to 128 of `A-Z a-z 0-9 _ . -`. */
  name: string;
  /** For agents; empty when left out. */
  description?: string;
  /** Input that does not fit never reaches the handler. */
  inputSchema?: JSONSchema;
  capabilities?: string[];
  handler(params: Record<string, unknown>, context: HandlerContext): unknown;
  version?: string;
  /** Milliseconds; default is the client's `timeout`. */
  timeout?: number;
  /** Cleans all strings, or those of these fields, for use in the DOM. */
  sanitize?: boolean | string[];
  /** The handler must not use outside variables. */
  sandbox?: SandboxKind;
  /** Hints for agents, as in MCP and WebMCP: `readOnlyHint`, `untrustedContentHint`, … */
  annotations?: Record<string, unknown>;
}

/** A tool whose parameters are typed by its input schema. */
export interface TypedToolDefinition<Schema extends JSONSchema>
  extends Omit<ToolDefinition, 'inputSchema' | 'handler'> {
  inputSchema?: Schema;
  handler(params: InputOf<Schema>, context: HandlerContext): unknown;
}
