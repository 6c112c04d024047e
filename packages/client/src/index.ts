export {
  type CallToolResult,
  type Content,
  type JSONRPCId,
  type JSONRPCMessage,
  type JSONRPCPacket,
  type JSONRPCResponse,
  RpcError,
} from '@btcp/protocol';
export { MCPBridge, type MCPBridgeOptions } from './bridges/mcp-bridge.js';
export { createClient } from './create-client.js';
export type { Plugin, PluginFactory } from './plugin.js';
export { capabilities } from './plugins/capabilities.js';
export { inputValidation } from './plugins/input-validation.js';
export { richResults } from './plugins/rich-results.js';
export { sanitizing } from './plugins/sanitizing.js';
export type { InputOf } from './schema/input-of.js';
export type { JSONSchema, JSONSchemaObject } from './schema/schema.js';
export { httpStreamingTransport } from './transports/http-streaming-transport.js';
export { createMemoryPair } from './transports/memory-transport.js';
export {
  type WebSocketLike,
  type WebSocketTransportOptions,
  webSocketTransport,
} from './transports/web-socket-transport.js';
export type {
  AuthConfig,
  BTCPClient,
  BTCPClientOptions,
  BTCPEvent,
  BTCPEventPayloads,
  ConnectionStatus,
  EventHandler,
  GrantCallback,
  HandlerContext,
  SandboxKind,
  ToolCallHandler,
  ToolDefinition,
  Transport,
  TransportOptions,
  TypedToolDefinition,
  Unsubscribe,
} from './types.js';
