import { type CallToolResult, type Content, createPeer, MAX_FRAME_SIZE, RpcError } from '@btcp/protocol';
import type { BTCPClient, Unsubscribe } from '../contract/client.js';
import type { ToolDefinition } from '../contract/tool.js';
import type { Transport } from '../contract/transport.js';
import { webSocketTransport } from '../transports/web-socket-transport.js';

// The part that is used is the same in all of them.
const REVISIONS = /^202[45]-/;

/** The client to offer, and the MCP endpoint to offer it to. */
export interface MCPBridgeOptions {
  /** A WebSocket of an MCP host, with any scheme. A bare origin gets the path `/mcp`, as a BTCP server has it. */
  mcpEndpoint: string;
  btcpClient: BTCPClient;
  token?: string;
  transport?: Transport;
}

/**
 * Offers the client's tools to an MCP host: the page is the MCP server, and opens the connection.
 * @example
 * const bridge = new MCPBridge({ mcpEndpoint: 'wss://mcp-host.example', btcpClient: client });
 * await bridge.expose();
 */
export class MCPBridge {
  readonly #options: MCPBridgeOptions;
  readonly #transport: Transport;
  #stopWatching: Unsubscribe = () => {};

  constructor(options: MCPBridgeOptions) {
    this.#options = options;
    this.#transport = options.transport ?? webSocketTransport();
  }

  async expose(): Promise<void> {
    const { mcpEndpoint, btcpClient, token } = this.#options;
    const transport = this.#transport;
    const peer = createPeer({ send: transport.send, handle: (...call) => answer(btcpClient, ...call) });
    transport.onMessage(peer.receive);
    transport.onClose?.(() => this.#stopWatching());
    await transport.connect(mcpEndpoint.replace(/^(\w+:\/\/[^/]+)\/?$/, '$1/mcp'), {
      token,
      clientType: 'browser',
      maxMessageSize: MAX_FRAME_SIZE,
    });
    this.#stopWatching = btcpClient.on('tools:change', () => peer.notify('notifications/tools/list_changed', {}));
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#transport.disconnect();
  }
}

async function answer(
  client: BTCPClient,
  method: string,
  params: Record<string, unknown>,
  call: { signal: AbortSignal },
) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: REVISIONS.test(String(params.protocolVersion)) ? params.protocolVersion : '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'btcp-page', version: '0.1.0' },
      };
    case 'ping':
    case 'notifications/initialized':
      return {};
    case 'tools/list':
      return { tools: client.listTools().map(describe) };
    case 'tools/call':
      return callTool(client, String(params.name), params.arguments, call);
  }
  throw new RpcError('METHOD_NOT_FOUND', method);
}

function describe({ name, description, inputSchema, annotations }: ToolDefinition) {
  return { name, description, inputSchema: { type: 'object', ...Object(inputSchema) }, annotations };
}

// The model reads errors of a tool; errors of the call are protocol errors.
async function callTool(client: BTCPClient, name: string, params: unknown, call: { signal: AbortSignal }) {
  try {
    return toMCP(await client.callTool(name, params, call));
  } catch (thrown) {
    const error = RpcError.from(thrown);
    if (['TOOL_NOT_FOUND', 'INVALID_PARAMS', 'CANCELLED'].includes(String(error.btcpCode))) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}

function toMCP({ content, structuredContent, ...result }: CallToolResult) {
  const structured = structuredContent === Object(structuredContent) && !Array.isArray(structuredContent);
  return { ...result, content: content.map(partToMCP), ...(structured && { structuredContent }) };
}

function partToMCP(part: Content) {
  if (part.type !== 'resource') return part;
  const { type, ...resource } = part;
  return { type, resource };
}
