import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorResponse, isOpen, refuseUpgrade } from '@btcp/host';
import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import type { Hono, HonoRequest, MiddlewareHandler } from 'hono';
import type { Log } from '../observing/logging/log.js';
import type { NamedToken } from '../system/named-tokens.js';
import type { Callers, FoundCaller } from './callers.js';
import { notOpen, teamPath, wholeName } from './team-rights.js';

interface TeamDoorOptions {
  /** The ways to recognise people; the first that knows a request decides. */
  callers: readonly Callers[];
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

/** The one way in for a team: decides by role, gives sessions their whole names, and hands the request on. */
export class TeamDoor {
  readonly #options: TeamDoorOptions;
  /** What ends when a token or a sign-in ends, by its key. */
  readonly #open = new Map<string, { isValid(): boolean; ends: Set<() => void> }>();
  /** Who opened which session of MCP. */
  readonly #mcpSessions = new Map<string, string>();
  readonly #timer = setInterval(() => this.#endRevoked(), CHECK_MS).unref();

  constructor(options: TeamDoorOptions) {
    this.#options = options;
  }

  /** Before every other check; requests of nobody in the team pass, and so does what everybody may have. */
  readonly enter: MiddlewareHandler = async ({ req, env }, next) => {
    const found = isOpen(req) ? undefined : await this.#find(req.raw.headers);
    if (!found) return next();
    const response = await this.#serve(found, req, env).catch(errorResponse);
    this.#audit(found.caller, req.method, req.path, response.status);
    return response;
  };

  async #serve(found: FoundCaller, req: HonoRequest, env: unknown): Promise<Response> {
    const { caller } = found;
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
    const done = this.#hold(found, () => ending.abort());
    const response = await this.#options.app.fetch(request, env as object);
    const opened = response.headers.get(MCP_SESSION_HEADER);
    if (opened !== null && caller.role === 'member') this.#ownMcpSession(opened, caller);
    return held(response, signal, done);
  }

  /** Prepares an upgrade of somebody in the team for the live view; false when it was refused. */
  async admitUpgrade(request: IncomingMessage, socket: Duplex): Promise<boolean> {
    const found = await this.#find(request.headers);
    if (!found) return true;
    const { caller } = found;
    const [path = ''] = (request.url ?? '').split('?');
    try {
      if (caller.role !== 'admin') request.url = liveAddress(caller, request.url ?? '');
      request.headers.authorization = `Bearer ${this.#options.token}`;
      socket.once(
        'close',
        this.#hold(found, () => socket.destroy()),
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

  async #find(headers: Parameters<Callers['find']>[0]): Promise<FoundCaller | undefined> {
    for (const callers of this.#options.callers) {
      const found = await callers.find(headers);
      if (found) return found;
    }
    return undefined;
  }

  #hold({ key, isValid }: FoundCaller, end: () => void): () => void {
    const held = this.#open.get(key) ?? { isValid, ends: new Set() };
    this.#open.set(key, held);
    held.ends.add(end);
    return () => {
      held.ends.delete(end);
      if (held.ends.size === 0) this.#open.delete(key);
    };
  }

  #endRevoked(): void {
    for (const { isValid, ends } of this.#open.values()) {
      if (!isValid()) for (const end of [...ends]) end();
    }
  }
}

/** Ends the body of a response, such as a stream of events, with its signal. */
function held(response: Response, signal: AbortSignal, done: () => void): Response {
  if (!response.body) {
    done();
    return response;
  }
  const { readable, writable } = new TransformStream();
  response.body.pipeTo(writable, { signal }).then(done, done);
  return new Response(readable, response);
}

function liveAddress(caller: NamedToken, address: string): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  if (path !== LIVE_PATH) throw notOpen(caller, 'GET', path);
  parameters.set('sessionId', wholeName(caller, parameters.get('sessionId') ?? 'default'));
  if (caller.role === 'viewer') parameters.set('role', 'view');
  return `${path}?${parameters}`;
}
