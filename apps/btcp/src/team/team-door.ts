import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readRequest } from '@btcp/access';
import { errorResponse, refuseUpgrade } from '@btcp/host';
import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import type { Hono, HonoRequest, MiddlewareHandler } from 'hono';
import type { Log } from '../observing/logging/log.js';
import { heldResponse } from '../system/held-response.js';
import { findToken, type NamedToken } from '../system/named-tokens.js';
import { notOpen, teamPath, wholeName } from './team-rights.js';

interface TeamDoorOptions {
  file: string;
  /** Of the server; the requests of a team go on with it, to the few paths that are open to them. */
  token: string;
  app: Hono;
  log: Log;
}

const CHECK_MS = 1_000;
const MAX_MCP_SESSIONS = 10_000;
const LIVE_PATH = '/browser/stream';
const UPGRADE = 'UPGRADE';
const SWITCHING = 101;
const CONVERSATION_HEADER = 'btcp-session';
const MCP_SESSION_HEADER = 'mcp-session-id';

/** The one way in for named tokens: decides by role, gives sessions their whole names, and hands the request on. */
export class TeamDoor {
  readonly #options: TeamDoorOptions;
  /** What ends when a token ends, by that token. */
  readonly #open = new Map<string, Set<() => void>>();
  /** Who opened which session of MCP. */
  readonly #mcpSessions = new Map<string, string>();
  readonly #timer = setInterval(() => this.#endRevoked(), CHECK_MS).unref();

  constructor(options: TeamDoorOptions) {
    this.#options = options;
  }

  /** Before every other check; requests without a named token pass. */
  readonly enter: MiddlewareHandler = async ({ req, env }, next) => {
    const token = readRequest(req.raw.headers).token ?? '';
    const caller = this.#find(token);
    if (!caller) return next();
    const response = await this.#serve(caller, token, req, env).catch(errorResponse);
    this.#audit(caller, req.method, req.path, response.status);
    return response;
  };

  async #serve(caller: NamedToken, token: string, req: HonoRequest, env: unknown): Promise<Response> {
    const url = new URL(req.url);
    if (caller.role !== 'admin') url.pathname = teamPath(caller, req.method, url.pathname);
    const headers = new Headers(req.raw.headers);
    headers.set('authorization', `Bearer ${this.#options.token}`);
    if (caller.role === 'member') this.#nameConversation(caller, headers);
    const ending = new AbortController();
    const signal = AbortSignal.any([req.raw.signal, ending.signal]);
    const { body } = req.raw;
    const request = new Request(url, {
      method: req.method,
      headers,
      signal,
      ...(body ? { body, duplex: 'half' } : {}),
    });
    const done = this.#hold(token, () => ending.abort());
    const response = await this.#options.app.fetch(request, env as object);
    const opened = response.headers.get(MCP_SESSION_HEADER);
    if (opened !== null && caller.role === 'member') this.#ownMcpSession(opened, caller);
    return heldResponse(response, signal, done);
  }

  /** Prepares an upgrade with a named token for the live view; false when it was refused. */
  admitUpgrade(request: IncomingMessage, socket: Duplex): boolean {
    const token = readRequest(request.headers).token ?? '';
    const caller = this.#find(token);
    if (!caller) return true;
    const [path = ''] = (request.url ?? '').split('?');
    try {
      if (caller.role !== 'admin') request.url = liveAddress(caller, request.url ?? '');
      request.headers.authorization = `Bearer ${this.#options.token}`;
      socket.once(
        'close',
        this.#hold(token, () => socket.destroy()),
      );
      this.#audit(caller, UPGRADE, path, SWITCHING);
      return true;
    } catch (thrown) {
      const error = BtcpError.from(thrown);
      this.#audit(caller, UPGRADE, path, ERROR_CODES[error.code].http);
      refuseUpgrade(socket, error);
      return false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #ownMcpSession(session: string, { name }: NamedToken): void {
    this.#mcpSessions.set(session, name);
    const [oldest] = this.#mcpSessions.keys();
    if (this.#mcpSessions.size > MAX_MCP_SESSIONS && oldest !== undefined) this.#mcpSessions.delete(oldest);
  }

  #nameConversation(caller: NamedToken, headers: Headers): void {
    const named = headers.get(CONVERSATION_HEADER);
    if (named !== null) headers.set(CONVERSATION_HEADER, wholeName(caller, named));
    const session = headers.get(MCP_SESSION_HEADER);
    if (session !== null && this.#mcpSessions.get(session) !== caller.name) {
      throw new BtcpError('not_found', `${caller.name} has no such session of MCP.`, { hint: 'Initialize a new one.' });
    }
  }

  #audit({ id, name, role }: NamedToken, method: string, path: string, status: number): void {
    this.#options.log.write('info', 'access', { user: name, role, token: id, method, path, status });
  }

  #find(token: string): NamedToken | undefined {
    return findToken(this.#options.file, token);
  }

  #hold(token: string, end: () => void): () => void {
    const held = this.#open.get(token) ?? new Set();
    this.#open.set(token, held.add(end));
    return () => {
      held.delete(end);
      if (held.size === 0) this.#open.delete(token);
    };
  }

  #endRevoked(): void {
    for (const [token, held] of this.#open) {
      if (!this.#find(token)) for (const end of [...held]) end();
    }
  }
}

function liveAddress(caller: NamedToken, address: string): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  if (path !== LIVE_PATH) throw notOpen(caller, 'GET', path);
  parameters.set('sessionId', wholeName(caller, parameters.get('sessionId') ?? 'default'));
  if (caller.role === 'viewer') parameters.set('role', 'view');
  return `${path}?${parameters}`;
}
