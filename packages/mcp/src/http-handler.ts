import type { BrowserEngine, ConnectedPages, Conversations } from '@btcp/tools';
import { createMcpHandler, isLegacyRequest, type McpServer, type Server } from '@modelcontextprotocol/server';
import { createPageMcpServer } from './create-page-server.js';
import { createMcpServer, type McpOptions } from './create-server.js';
import { LegacySessions } from './legacy-sessions.js';

/** Serves MCP over HTTP, one `Request` at a time. */
export interface McpHttpHandler {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Names the conversation. Without it a session of 2025 has one of its own, and a client of 2026 one by its name. */
const CONVERSATION_HEADER = 'btcp-session';

/** The browser tools as MCP over HTTP. `engineOf` reads from the name of a session which engine it asks for. */
export function createMcpHttpHandler(
  options: McpOptions,
  conversations: Conversations,
  engineOf: (session: string) => BrowserEngine | undefined = () => undefined,
): McpHttpHandler {
  return serveBothEras({
    create: (session, request) => {
      const named = request?.headers.get(CONVERSATION_HEADER) ?? session;
      return createMcpServer(options, (client = 'unknown') =>
        named === undefined
          ? conversations.get(`mcp-client:${client}`)
          : conversations.get(`mcp:${named}`, engineOf(named)),
      );
    },
    ended: async (session) => void (await conversations.close(`mcp:${session}`)),
  });
}

/** The tools of one connected page, or of the newest, as MCP over HTTP. */
export function createPageMcpHttpHandler(connected: ConnectedPages, version: string): McpHttpHandler {
  return serveBothEras({
    create: (_session, request) => {
      const page = request && new URL(request.url).searchParams.get('page');
      return createPageMcpServer(connected, page ?? undefined, version);
    },
    ended: async () => {},
  });
}

/** Makes a server for each session, and hears of its end. */
export interface McpServers {
  /** A server for one session, or for one request of the stateless protocol, which has none. */
  create(session: string | undefined, request: Request | undefined): Server | McpServer;
  ended(session: string): Promise<void>;
}

/** Clients of 2025 open a session, which is a conversation; clients of 2026 are stateless and say who they are. */
export function serveBothEras(servers: McpServers): McpHttpHandler {
  const legacy = new LegacySessions(servers);
  const modern = createMcpHandler(({ requestInfo }) => servers.create(undefined, requestInfo), { legacy: 'reject' });
  return {
    async fetch(request) {
      return (await isLegacyRequest(request)) ? legacy.fetch(request) : modern.fetch(request);
    },
    async close() {
      await legacy.close();
      await modern.close();
    },
  };
}
