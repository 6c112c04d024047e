import { assembleClient } from './assemble-client.js';
import type { BTCPClient } from './contract/client.js';
import type { BTCPClientOptions } from './contract/client-options.js';
import { basicValidation } from './plugins/basic-validation.js';
import { capabilities } from './plugins/capabilities.js';
import { webSocketTransport } from './transports/web-socket-transport.js';

export type { BTCPClient } from './contract/client.js';
export type { BTCPClientOptions, PluginFactory } from './contract/client-options.js';
export type { Plugin } from './contract/plugin.js';
export type { ToolDefinition } from './contract/tool.js';
export type { Transport, TransportOptions } from './contract/transport.js';
export { type WebSocketTransportOptions, webSocketTransport } from './transports/web-socket-transport.js';

/**
 * Creates the smallest client: WebSocket, JSON results, capabilities and simple input schemas; a tool that needs more
 * requires a plugin.
 * @example
 * const client = createClient({ serverUrl: 'wss://example.com', plugins: [inputValidation] });
 */
export function createClient(options: BTCPClientOptions): BTCPClient {
  const { transport, plugins = [] } = options;
  const given = plugins.map((plugin) => plugin(options));
  const validates = given.some(({ honours }) => honours?.includes('inputSchema'));
  return assembleClient(options, typeof transport === 'object' ? transport : webSocketTransport(), [
    capabilities(options),
    ...(validates ? [] : [basicValidation()]),
    ...given,
  ]);
}
