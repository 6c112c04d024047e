import { randomUUID } from 'node:crypto';
import type { BrowserEngine, ConnectedPages, Conversations } from '@btcp/tools';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { createPageMcpServer, type PageMcpOptions } from '../server/create-page-server.js';
import { createMcpServer, type McpOptions } from '../server/create-server.js';
import { beginWithFirstEvent } from './begin-with-first-event.js';
import { LegacySessions } from './legacy-sessions.js';
import { type PostedMessage, readMessage } from './read-message.js';

/** Serves MCP over HTTP, one `Request` at a time. */
export interface McpHttpHandler {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Options of MCP over HTTP. */
export interface McpHttpOptions {
  /** A header in which a gateway names the session of a client of 2025, which another server may have opened. */
  sessionHeader?: string | undefined;
}

/** Options of the tools of pages over HTTP. */
export interface PageMcpHttpOptions {
  /** Whether a session of 2025 needs no `initialize` on this server: another one may have opened it. */
  isResumable?: boolean;
}

// Names the conversation. Without it a client of 2025 has a session of its own.
const CONVERSATION_HEADER = 'btcp-session';

/** The browser tools as MCP over HTTP. `engineOf` reads from the name of a session which engine it asks for. */
export function createMcpHttpHandler(
  { sessionHeader, ...options }: McpOptions & McpHttpOptions,
  conversations: Conversations,
  engineOf: (session: string) => BrowserEngine | undefined = () => undefined,
): McpHttpHandler {
  return serveBothEras({
    create: (session, request) => {
      const named = request?.headers.get(CONVERSATION_HEADER) ?? session ?? randomUUID();
      return createMcpServer(options, () => conversations.get(`mcp:${named}`, engineOf(named)));
    },
    ended: async (session) => void (await conversations.close(`mcp:${session}`)),
    refuse: refuseUnnamed,
    ...(sessionHeader === undefined ? {} : { idOf: (request) => request.headers.get(sessionHeader) ?? undefined }),
  });
}

// Requests of 2026 have no session, and strangers share a name that a client gives itself: so they need a header.
function refuseUnnamed({ request, parsedBody }: PostedMessage): Response | undefined {
  if (request.headers.has(CONVERSATION_HEADER)) return undefined;
  const requested = request.headers.get('mcp-protocol-version') ?? '';
  const error = {
    code: UNSUPPORTED_VERSION,
    message: `Requests without a session need the header ${CONVERSATION_HEADER}, with a random value of your own: it names your browser.`,
    data: { supported: SUPPORTED_PROTOCOL_VERSIONS, requested },
  };
  return Response.json({ jsonrpc: '2.0', id: Object(parsedBody).id ?? null, error }, { status: 400 });
}

// What clients of 2026 take for a sign to open a session of 2025.
const UNSUPPORTED_VERSION = -32022;

/** The tools of one connected page, or of the newest, as MCP over HTTP. */
export function createPageMcpHttpHandler(
  connected: ConnectedPages,
  { isResumable = false, ...options }: PageMcpOptions & PageMcpHttpOptions,
): McpHttpHandler {
  return serveBothEras({
    create: (_session, request) => {
      const page = request && new URL(request.url).searchParams.get('page');
      return createPageMcpServer(connected, page ?? undefined, options);
    },
    ended: async () => {},
    isResumable,
  });
}

/** The MCP servers behind one HTTP endpoint. */
export interface McpServers {
  /** A server for one session, or for one request of the stateless protocol, which has none. */
  create(session: string | undefined, request: Request | undefined): Server | McpServer;
  ended(session: string): Promise<void>;
  idOf?(request: Request): string | undefined;
  /** Whether sessions that another server opened go on here; such a session has no state but its id. */
  isResumable?: boolean;
  /** Answers a request of the stateless protocol that is not served. */
  refuse?(message: PostedMessage): Response | undefined;
}

/** Clients of 2025 open a session, which is a conversation; clients of 2026 are stateless and say who they are. */
export function serveBothEras(servers: McpServers): McpHttpHandler {
  const legacy = new LegacySessions(servers);
  const modern = createMcpHandler(({ requestInfo }) => servers.create(undefined, requestInfo), { legacy: 'reject' });
  const answer = async (message: PostedMessage): Promise<Response> => {
    const { request, parsedBody } = message;
    if (await isLegacyRequest(request, parsedBody)) return legacy.fetch(message);
    return servers.refuse?.(message) ?? modern.fetch(request, { parsedBody });
  };
  return {
    async fetch(posted) {
      const message = await readMessage(posted);
      if (message instanceof Response) return message;
      const response = await answer(message);
      return posted.method === 'POST' ? beginWithFirstEvent(response) : response;
    },
    async close() {
      await legacy.close();
      await modern.close();
    },
  };
}
