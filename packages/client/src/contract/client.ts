import type { CallToolResult, JSONRPCMessage, JSONRPCResponse } from '@btcp/protocol';
import type { JSONSchema } from '../schema/schema.js';
import type { ToolDefinition, TypedToolDefinition } from './tool.js';

/** How a client is connected. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting';

/** What each event of a client tells. */
export interface BTCPEventPayloads {
  connect: { sessionId: string };
  disconnect: { reason: string; code: number };
  reconnect: { attempt: number };
  error: { error: Error; context?: string };
  'tool:call': { name: string; params: unknown; id: string };
  'tool:result': { name: string; result: unknown; id: string };
  message: JSONRPCMessage;
  'status:change': { status: ConnectionStatus };
  'tools:change': { tools: ToolDefinition[] };
}

/** The name of an event of a client. */
export type BTCPEvent = keyof BTCPEventPayloads;

/** A function that hears of an event. */
export type EventHandler<Event extends BTCPEvent = BTCPEvent> = (payload: BTCPEventPayloads[Event]) => void;

/** Takes a handler back. */
export type Unsubscribe = () => void;

/** A function that sees every call, and may answer those of tools that nobody registered. */
export type ToolCallHandler = (toolName: string, params: unknown) => unknown;

/** A connection to a BTCP server, with the tools that this page serves. */
export interface BTCPClient {
  /** Resolves when the server has taken the client in and knows its tools. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  readonly status: ConnectionStatus;
  /** A tool of the same name is replaced. */
  registerTool<const Schema extends JSONSchema = JSONSchema>(definition: TypedToolDefinition<Schema>): void;
  unregisterTool(name: string): void;
  listTools(): ToolDefinition[];
  /** Runs a tool of this client as an agent's call would, with the same checks. */
  callTool(name: string, params?: unknown, options?: { signal?: AbortSignal }): Promise<CallToolResult>;
  on<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): Unsubscribe;
  off<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): void;
  /** Sees every call. For a name that is not registered, the first result that is not `undefined` answers the call. */
  onToolCall(handler: ToolCallHandler): Unsubscribe;
  /** Sends any message; resolves with the response, or at once when the message asks for none. */
  send(message: JSONRPCMessage): Promise<JSONRPCResponse>;
  destroy(): void;
}
