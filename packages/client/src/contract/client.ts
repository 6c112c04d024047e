import type { CallToolResult, JSONRPCMessage, JSONRPCResponse } from '@btcp/protocol';
import type { JSONSchema } from '../schema/schema.js';
import type { ToolDefinition, TypedToolDefinition } from './tool.js';

/** The state of a client's connection. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting';

/** The events of a client. */
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

/** The name of an event. */
export type BTCPEvent = keyof BTCPEventPayloads;

/** Receives the payload of an event. */
export type EventHandler<Event extends BTCPEvent = BTCPEvent> = (payload: BTCPEventPayloads[Event]) => void;

/** Removes a handler. */
export type Unsubscribe = () => void;

/** A call of a tool, as the events report it. */
export type ToolCall = BTCPEventPayloads['tool:call'];

/** Sees every call, and may answer calls of tools that are not registered. */
export type ToolCallHandler = (toolName: string, params: unknown) => unknown;

/** A connection to a BTCP server, with the tools that this page serves. */
export interface BTCPClient {
  /** Resolves when the server has the list of tools. A first attempt that fails rejects, and is retried meanwhile. */
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  readonly status: ConnectionStatus;
  /** Replaces a tool of the same name. */
  registerTool<const Schema extends JSONSchema = JSONSchema>(definition: TypedToolDefinition<Schema>): void;
  unregisterTool(name: string): void;
  listTools(): ToolDefinition[];
  callTool(name: string, params?: unknown, options?: { signal?: AbortSignal }): Promise<CallToolResult>;
  on<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): Unsubscribe;
  off<Event extends BTCPEvent>(event: Event, handler: EventHandler<Event>): void;
  /** For a name that is not registered, the first result that is not `undefined` is the answer. */
  onToolCall(handler: ToolCallHandler): Unsubscribe;
  /** Resolves with the response, or at once if the message needs none. */
  send(message: JSONRPCMessage): Promise<JSONRPCResponse>;
  destroy(): void;
}
