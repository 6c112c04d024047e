import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

const EXTENSION = 'io.modelcontextprotocol/ui';
export const APP_TYPE = 'text/html;profile=mcp-app';

/** Clients of 2026 send them with every request, those of 2025 when they connect. */
export function clientCapabilities(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}

export function showsApps(server: Server, context: ServerContext): boolean {
  const mimeTypes = clientCapabilities(server, context)?.extensions?.[EXTENSION]?.mimeTypes;
  return Array.isArray(mimeTypes) && mimeTypes.includes(APP_TYPE);
}
