import { assembleClient } from './assemble-client.js';
import type { BTCPClient } from './contract/client.js';
import type { BTCPClientOptions } from './contract/client-options.js';
import { webSocketTransport } from './transports/web-socket-transport.js';

export type { BTCPClient } from './contract/client.js';
export type { BTCPClientOptions, PluginFactory } from './contract/client-options.js';
export type { Plugin } from './contract/plugin.js';
export type { ToolDefinition } from './contract/tool.js';
export type { Transport, TransportOptions } from './contract/transport.js';
export { type WebSocketTransportOptions, webSocketTransport } from './transports/web-socket-transport.js';

/**
 * Creates the smallest client: WebSocket and JSON results; a tool that needs more requires a plugin.
 * @example
 * const client = createClient({ serverUrl: 'wss://example.com', plugins: [inputValidation] });
 */
export function createClient(options: BTCPClientOptions): BTCPClient {
  const { transport, plugins = [] } = options;
  return assembleClient(
    options,
    typeof transport === 'object' ? transport : webSocketTransport(),
    plugins.map((plugin) => plugin(options)),
  );
}
