import type { CallToolResult, JSONRPCMessage, JSONRPCPacket, JSONRPCResponse } from '@btcp/protocol';
import type { PluginFactory } from './plugin.js';
import type { InputOf } from './schema/input-of.js';
import type { JSONSchema } from './schema/schema.js';

/** How a client is connected. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'reconnecting';

/** A bearer token, or a function that fetches a fresh one for every connection. */
export interface AuthConfig {
  type: 'bearer';
  token: string | (() => string | Promise<string>);
}

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

/** Asked when a tool or an agent needs capabilities that are not granted: answers with those to grant. */
export type GrantCallback = (request: {
  capabilities: string[];
  /** The tool about to be called; absent when an agent asks ahead. */
  tool?: string | undefined;
}) => boolean | string[] | Promise<boolean | string[]>;

/** Where a client connects, as whom, and what it grants. */
export interface BTCPClientOptions {
  /** `ws:`, `wss:`, `http:` or `https:`. A bare origin gets the path `/btcp`. */
  serverUrl: string;
  /** By default from the scheme: WebSocket for `ws(s)` where there is one, otherwise HTTP streaming. */
  transport?: 'websocket' | 'http-streaming' | Transport;
  /** Connect again when the connection is lost. Default true. */
  autoReconnect?: boolean;
  /** Milliseconds before the first attempt to reconnect; doubles with each further one. Default 1000. */
  reconnectInterval?: number;
  /** Default: no limit. */
  maxReconnectAttempts?: number;
  auth?: AuthConfig;
  /** Sent to the server on connecting. */
  metadata?: Record<string, unknown>;
  /** Capabilities granted to this page's tools, or a function that asks the person. None by default. */
  grants?: string[] | GrantCallback;
  /** Milliseconds that a handler, or an answer to `send`, may take. Default 30000. */
  timeout?: number;
  /** Milliseconds of silence after which the server is asked for a sign of life. Default 25000; 0 turns it off. */
  heartbeatInterval?: number;
  /** Largest message either way, in characters. Default 10 MiB. */
  maxMessageSize?: number;
  /** Cleans text for `sanitize`; by default the page's DOMPurify or its default Trusted Types policy. */
  sanitizer?: (text: string) => string;
  /** Serve tools (`browser`, the default) or call those of others (`agent`). */
  clientType?: 'browser' | 'agent';
  /** Further abilities for tools, such as `sandboxes` of `@btcp/client/sandboxes`. */
  plugins?: PluginFactory[];
}

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

/** What a transport is told when it connects. */
export interface TransportOptions {
  /** A bearer token. */
  token?: string | undefined;
  clientType: 'browser' | 'agent';
  maxMessageSize: number;
}

/** Moves messages. Ids, answers, timeouts and reconnecting live above it. */
export interface Transport {
  /** May be called again after a disconnect. Resolves with the greeting of a server that greets first. */
  connect(url: string, options: TransportOptions): Promise<unknown>;
  disconnect(): Promise<void>;
  send(message: JSONRPCPacket): Promise<void>;
  /** What the other side sent, parsed; the client checks it before use. */
  onMessage(handler: (message: JSONRPCPacket) => void): void;
  /** Tells of an end that `disconnect` did not ask for. */
  onClose?(handler: (event: { reason: string; code: number }) => void): void;
  readonly isConnected: boolean;
  /** Whether messages outlive a lost connection: sent and received once the session is resumed. */
  readonly isDurable?: boolean;
}
