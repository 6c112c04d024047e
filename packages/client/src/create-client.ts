import { assembleClient } from './assemble-client.js';
import type { BTCPClient } from './contract/client.js';
import type { BTCPClientOptions } from './contract/client-options.js';
import type { Transport } from './contract/transport.js';
import { capabilities } from './plugins/capabilities.js';
import { inputValidation } from './plugins/input-validation.js';
import { richResults } from './plugins/rich-results.js';
import { sanitizing } from './plugins/sanitizing.js';
import { httpStreamingTransport } from './transports/http-streaming-transport.js';
import { webSocketTransport } from './transports/web-socket-transport.js';

/**
 * Creates a client that serves this page's tools to the agents of a BTCP server.
 * @example
 * const client = createClient({ serverUrl: 'wss://example.com' });
 * client.registerTool({ name: 'get_page_title', description: 'The title of the page', handler: () => document.title });
 * await client.connect();
 */
export function createClient(options: BTCPClientOptions): BTCPClient {
  const plugins = [capabilities, inputValidation, sanitizing, richResults, ...(options.plugins ?? [])];
  return assembleClient(
    options,
    transportFor(options),
    plugins.map((plugin) => plugin(options)),
  );
}

function transportFor({ serverUrl, transport }: BTCPClientOptions): Transport {
  if (typeof transport === 'object') return transport;
  // Node has a WebSocket since version 22.
  const isHttp = serverUrl.startsWith('http') || typeof WebSocket === 'undefined';
  const name = transport ?? (isHttp ? 'http-streaming' : 'websocket');
  return name === 'websocket' ? webSocketTransport() : httpStreamingTransport();
}
