import { assembleClient } from './client.js';
import { webSocketTransport } from './transports/web-socket-transport.js';
import type { BTCPClient, BTCPClientOptions } from './types.js';

export type { Plugin, PluginFactory } from './plugin.js';
export { type WebSocketTransportOptions, webSocketTransport } from './transports/web-socket-transport.js';
export type { BTCPClient, BTCPClientOptions, ToolDefinition, Transport, TransportOptions } from './types.js';

/**
 * The smallest client: WebSocket and JSON results. A tool that asks for more is refused unless a plugin sees to it.
 *
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
