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
export type {
  BTCPClient,
  BTCPEvent,
  BTCPEventPayloads,
  ConnectionStatus,
  EventHandler,
  ToolCall,
  ToolCallHandler,
  Unsubscribe,
} from './contract/client.js';
export type { AuthConfig, BTCPClientOptions, GrantCallback, PluginFactory } from './contract/client-options.js';
export type { Plugin } from './contract/plugin.js';
export type { HandlerContext, SandboxKind, ToolDefinition, TypedToolDefinition } from './contract/tool.js';
export type { Transport, TransportOptions } from './contract/transport.js';
export { createClient } from './create-client.js';
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
