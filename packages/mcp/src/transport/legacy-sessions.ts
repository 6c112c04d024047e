import { randomUUID } from 'node:crypto';
import { type McpServer, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { PostedMessage } from './read-message.js';

// A client that was silent for so long is gone; its browser was closed when idle.
const SESSION_TIMEOUT_MS = 24 * 60 * 60_000;

export interface LegacySessionsOptions {
  create(session: string, request: Request): Server | McpServer;
  ended(session: string): Promise<void>;
}

interface LegacySession {
  transport: WebStandardStreamableHTTPServerTransport;
  timer: NodeJS.Timeout;
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
    const error = { code: -32001, message: 'This session has ended. Initialize a new one.' };
    return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #begin({ request, parsedBody }: PostedMessage): Promise<Response> {
    const id = randomUUID();
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
