import { randomUUID } from 'node:crypto';
import type { Conversations } from '@btcp/tools';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createMcpServer, type McpOptions } from './create-server.js';

export interface McpHttpHandler {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** A client of the stateless protocol names its conversation in this header; without it, all share one. */
const CONVERSATION_HEADER = 'btcp-session';

/**
 * MCP over HTTP, both eras: clients of 2025 open a session, which is a conversation; clients of 2026 are stateless
 * and name theirs.
 */
export function createMcpHttpHandler(options: McpOptions, conversations: Conversations): McpHttpHandler {
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const name = requestInfo?.headers.get(CONVERSATION_HEADER) ?? 'default';
      return createMcpServer(options, () => conversations.get(`mcp:${name}`));
    },
    { legacy: 'reject' },
  );
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

  async function openSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void sessions.set(id, transport),
      onsessionclosed: async () => {
        sessions.delete(id);
        await conversations.close(`mcp:${id}`);
      },
    });
    await createMcpServer(options, () => conversations.get(`mcp:${id}`)).connect(transport);
    return transport;
  }

  return {
    async fetch(request) {
      if (!(await isLegacyRequest(request))) return modern.fetch(request);
      const id = request.headers.get('mcp-session-id');
      if (id === null) return (await openSession()).handleRequest(request);
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
