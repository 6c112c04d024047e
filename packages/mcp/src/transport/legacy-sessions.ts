import { randomUUID } from 'node:crypto';
import { type McpServer, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { PostedMessage } from './read-message.js';

// A client that was silent for so long is gone; its browser was closed when idle.
const SESSION_TIMEOUT_MS = 24 * 60 * 60_000;

export interface LegacySessionsOptions {
  create(session: string, request: Request): Server | McpServer;
  ended(session: string): Promise<void>;
  idOf?(request: Request): string | undefined;
  isResumable?: boolean;
}

interface LegacySession {
  transport: WebStandardStreamableHTTPServerTransport;
  timer: NodeJS.Timeout;
}

// What a client said is gone with the server that it said it to; without capabilities nothing is asked of it.
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'resumed',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'resumed', version: '0' } },
};

function versionOf({ headers }: Request): { protocolVersion?: string } {
  const protocolVersion = headers.get('mcp-protocol-version');
  return protocolVersion === null ? {} : { protocolVersion };
}

/** Clients of the 2025 specification need one server per session. */
export class LegacySessions {
  readonly #sessions = new Map<string, LegacySession>();
  readonly #options: LegacySessionsOptions;

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
  }

  async fetch(message: PostedMessage): Promise<Response> {
    const { request, parsedBody } = message;
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(message);
    const session = this.#sessions.get(id);
    if (session) {
      session.timer.refresh();
      return session.transport.handleRequest(request, { parsedBody });
    }
    const { idOf, isResumable } = this.#options;
    if (isResumable || idOf?.(request) === id) return this.#resume(id, message);
    const error = { code: -32001, message: 'This session has ended. Initialize a new one.' };
    return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  // The session began on a server that is gone: its client goes on, as if it had begun here.
  async #resume(id: string, { request, parsedBody }: PostedMessage): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.delete('mcp-session-id');
    const initialize = { ...INITIALIZE, params: { ...INITIALIZE.params, ...versionOf(request) } };
    const first = new Request(request.url, { method: 'POST', headers });
    const begun = await this.#begin({ request: first, parsedBody: initialize }, id);
    await begun.body?.cancel();
    const session = this.#sessions.get(id);
    return session ? session.transport.handleRequest(request, { parsedBody }) : begun;
  }

  async #begin(
    { request, parsedBody }: PostedMessage,
    id: string = this.#options.idOf?.(request) ?? randomUUID(),
  ): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => {
        const timer = setTimeout(() => void this.#end(id), SESSION_TIMEOUT_MS).unref();
        this.#sessions.set(id, { transport, timer });
      },
      onsessionclosed: () => this.#forget(id),
    });
    await this.#options.create(id, request).connect(transport);
    const response = await transport.handleRequest(request, { parsedBody });
    // A request that did not open a session was rejected.
    if (!this.#sessions.has(id)) await transport.close();
    return response;
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    await this.#forget(id);
    await session?.transport.close();
  }

  async #forget(id: string): Promise<void> {
    clearTimeout(this.#sessions.get(id)?.timer);
    this.#sessions.delete(id);
    await this.#options.ended(id);
  }
}
