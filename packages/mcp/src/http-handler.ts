import { randomUUID } from 'node:crypto';
import type { ConnectedPages, Conversations } from '@btcp/tools';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createPageMcpServer } from './create-page-server.js';
import { createMcpServer, type McpOptions } from './create-server.js';

export interface McpHttpHandler {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** A client of the stateless protocol names its conversation in this header; without it, all share one. */
const CONVERSATION_HEADER = 'btcp-session';

/** The browser tools as MCP over HTTP. */
export function createMcpHttpHandler(options: McpOptions, conversations: Conversations): McpHttpHandler {
  return serveBothEras({
    create: (session) => createMcpServer(options, () => conversations.get(`mcp:${session}`)),
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

interface Servers {
  create(session: string, request: Request | undefined): Server;
  ended(session: string): Promise<void>;
}

/** Clients of 2025 open a session, which is a conversation; clients of 2026 are stateless and name theirs. */
function serveBothEras({ create, ended }: Servers): McpHttpHandler {
  const modern = createMcpHandler(
    ({ requestInfo }) => create(requestInfo?.headers.get(CONVERSATION_HEADER) ?? 'default', requestInfo),
    { legacy: 'reject' },
  );
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function openSession(request: Request): Promise<WebStandardStreamableHTTPServerTransport> {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void sessions.set(id, transport),
      onsessionclosed: async () => {
        sessions.delete(id);
        await ended(id);
      },
    });
    await create(id, request).connect(transport);
    return transport;
  }

  return {
    async fetch(request) {
      if (!(await isLegacyRequest(request))) return modern.fetch(request);
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await openSession(request)).handleRequest(request);
      const transport = sessions.get(id);
      if (transport) return transport.handleRequest(request);
      const error = { code: -32001, message: 'This session has ended. Initialize a new one.' };
      return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
    },
    async close() {
      await Promise.allSettled([...sessions.values()].map((transport) => transport.close()));
      await modern.close();
    },
  };
}
