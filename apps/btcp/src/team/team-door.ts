import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readRequest } from '@btcp/access';
import { errorResponse, isOpen, refuseUpgrade } from '@btcp/host';
import { BtcpError, ERROR_CODES } from '@btcp/protocol';
import type { Hono, HonoRequest, MiddlewareHandler } from 'hono';
import type { Log } from '../observing/logging/log.js';
import { heldResponse } from '../system/held-response.js';
import type { NamedToken } from '../system/named-tokens.js';
import type { Usage } from '../system/usage.js';
import { AGENT_STREAM, type WorkspaceRights } from '../workspace/workspace-rights.js';
import { actOf } from './acts.js';
import type { Audited } from './audited.js';
import { callerOf, withCaller } from './caller.js';
import type { Callers, FoundCaller } from './callers.js';
import { scopeText } from './scope.js';
import { assertUnlimited, notOpen, type Owns, teamPath, wholeName } from './team-rights.js';

interface TeamDoorOptions {
  // The ways to recognise people; the first that knows a request decides.
  callers: readonly Callers[];
  // Of the server; the requests of a team go on with it, to the few paths that are open to them.
  token: string;
  app: Hono;
  log: Log;
  rights: WorkspaceRights;
  owns: Owns;
  // Whether another gateway opened a session of MCP for this person.
  isMcpSessionOf?: ((session: string, person: string) => boolean) | undefined;
  usage: Usage;
  audited: Audited;
}

interface Held {
  isAllowed(): Promise<boolean>;
  end(): void;
}

const CHECK_MS = 1_000;
const MAX_MCP_SESSIONS = 10_000;
const LIVE_PATH = '/browser/stream';
const MCP_PATH = '/mcp';
const API = '/api';
const UPGRADE = 'UPGRADE';
const SWITCHING = 101;
const CONVERSATION_HEADER = 'btcp-session';
const MCP_SESSION_HEADER = 'mcp-session-id';

/** The one way in for a team: decides by role, gives sessions their whole names, and hands the request on. */
export class TeamDoor {
  readonly #options: TeamDoorOptions;
  readonly #open = new Set<Held>();
  readonly #mcpSessions = new Map<string, string>();
  readonly #timer = setInterval(() => this.#endRevoked(), CHECK_MS).unref();

  constructor(options: TeamDoorOptions) {
    this.#options = options;
  }

  /** Before every other check; requests of nobody in the team pass, and so does what everybody may have. */
  readonly enter: MiddlewareHandler = async (context, next) => {
    const { req, env } = context;
    if (isOpen(req) || callerOf(context)) return next();
    const { audited } = this.#options;
    const act = { method: req.method, ...actOf(req.method, req.path) };
    const found = await this.#find(req.raw.headers);
    if (!found) return audited.request(act, next, () => context.res.status);
    const { caller } = found;
    const serve = () => this.#serve(found, req, env).catch(errorResponse);
    const response = await audited.request({ ...act, user: caller.name }, serve, ({ status }) => status);
    this.#logAccess(caller, req.method, req.path, response.status);
    return response;
  };

  async #serve(found: FoundCaller, req: HonoRequest, env: unknown): Promise<Response> {
    const { caller } = found;
    const url = new URL(req.url);
    const { pathname } = url;
    url.pathname = await this.#admit(caller, req.method, pathname);
    const headers = new Headers(req.raw.headers);
    headers.set('authorization', `Bearer ${this.#options.token}`);
    if (caller.role === 'member') this.#nameConversation(caller, headers, pathname);
    const ending = new AbortController();
    const signal = AbortSignal.any([req.raw.signal, ending.signal]);
    const { body } = req.raw;
    const request = new Request(url, {
      method: req.method,
      headers,
      signal,
      ...(body ? { body, duplex: 'half' } : {}),
    });
    const done = this.#hold(
      found,
      () => ending.abort(),
      () => this.#admit(caller, req.method, pathname),
    );
    const response = await this.#options.app.fetch(
      request,
      withCaller(env, caller, readRequest(req.raw.headers).token),
    );
    const opened = response.headers.get(MCP_SESSION_HEADER);
    if (opened !== null && caller.role === 'member') this.#ownMcpSession(opened, caller);
    return heldResponse(response, signal, done);
  }

  // Returns the path at which a request is served, and rejects it where the caller may not make it.
  async #admit(caller: NamedToken, method: string, path: string): Promise<string> {
    if (caller.role === 'admin') return path;
    if (!path.startsWith(`${API}/`)) return teamPath(caller, method, path, this.#options.owns);
    assertUnlimited(caller);
    await this.#options.rights.assert(caller, method, path.slice(API.length));
    return path;
  }

  /** Prepares an upgrade of somebody in the team for the live view; false when it was refused. */
  async admitUpgrade(request: IncomingMessage, socket: Duplex): Promise<boolean> {
    const found = await this.#find(request.headers).catch((thrown: unknown) => BtcpError.from(thrown));
    if (!found) return true;
    if (found instanceof BtcpError) {
      refuseUpgrade(socket, found);
      return false;
    }
    const { caller } = found;
    const address = request.url ?? '';
    try {
      request.url = await this.#liveAddress(caller, address);
      request.headers.authorization = `Bearer ${this.#options.token}`;
      const done = this.#hold(
        found,
        () => socket.destroy(),
        () => this.#liveAddress(caller, address),
      );
      socket.once('close', done);
      this.#auditUpgrade(caller, address, SWITCHING);
      return true;
    } catch (thrown) {
      const error = BtcpError.from(thrown);
      this.#auditUpgrade(caller, address, ERROR_CODES[error.code].http);
      refuseUpgrade(socket, error);
      return false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #liveAddress(caller: NamedToken, address: string): Promise<string> {
    if (caller.role === 'admin') return address;
    const [path = '', query] = address.split('?');
    const [, agent] = (path.startsWith(API) && AGENT_STREAM.exec(path.slice(API.length))) || [];
    if (agent === undefined) return liveAddress(caller, address, this.#options.owns);
    assertUnlimited(caller);
    const parameters = new URLSearchParams(query);
    const right = await this.#options.rights.inBrowser(caller, agent, parameters.get('sessionId'));
    if (right === 'watch') parameters.set('role', 'view');
    return `${path}?${parameters}`;
  }

  #ownMcpSession(session: string, { name }: NamedToken): void {
    this.#mcpSessions.set(session, name);
    const [oldest] = this.#mcpSessions.keys();
    if (this.#mcpSessions.size > MAX_MCP_SESSIONS && oldest !== undefined) this.#mcpSessions.delete(oldest);
  }

  #nameConversation(caller: NamedToken, headers: Headers, path: string): void {
    const named = headers.get(CONVERSATION_HEADER);
    if (path === MCP_PATH && named === null && caller.scope?.sessions) throw unnamed(caller);
    if (named !== null) headers.set(CONVERSATION_HEADER, wholeName(caller, named));
    const session = headers.get(MCP_SESSION_HEADER);
    if (session !== null && !this.#hasMcpSession(caller, session)) {
      throw new BtcpError('not_found', `${caller.name} has no such session of MCP.`, { hint: 'Initialize a new one.' });
    }
  }

  #hasMcpSession({ name }: NamedToken, session: string): boolean {
    return this.#mcpSessions.get(session) === name || this.#options.isMcpSessionOf?.(session, name) === true;
  }

  #auditUpgrade(caller: NamedToken, address: string, status: number): void {
    const [path = '', query] = address.split('?');
    this.#options.audited.note(caller.name, actOf(UPGRADE, path, new URLSearchParams(query)), status);
    this.#logAccess(caller, UPGRADE, path, status);
  }

  #logAccess({ id, name, role }: NamedToken, method: string, path: string, status: number): void {
    this.#options.usage.tokenUsed(id);
    this.#options.log.write('info', 'access', { user: name, role, token: id, method, path, status });
  }

  async #find(headers: Parameters<Callers['find']>[0]): Promise<FoundCaller | undefined> {
    for (const callers of this.#options.callers) {
      const found = await callers.find(headers);
      if (found) return found;
    }
    return undefined;
  }

  #hold({ isValid }: FoundCaller, end: () => void, assertAllowed: () => Promise<unknown>): () => void {
    const held = { isAllowed: async () => isValid() && !(await isRefused(assertAllowed)), end };
    this.#open.add(held);
    return () => this.#open.delete(held);
  }

  #endRevoked(): void {
    for (const held of this.#open) {
      void held.isAllowed().then((isAllowed) => {
        if (!isAllowed) held.end();
      });
    }
  }
}

// A database that is away refuses nobody.
async function isRefused(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return false;
  } catch (thrown) {
    return BtcpError.from(thrown).code !== 'unavailable';
  }
}

function unnamed(caller: NamedToken): BtcpError {
  return new BtcpError('denied', `This token is for some sessions only (${scopeText(caller)}).`, {
    hint: `Send the header ${CONVERSATION_HEADER} with one of them.`,
  });
}

function liveAddress(caller: NamedToken, address: string, owns: Owns): string {
  const [path = '', query] = address.split('?');
  const parameters = new URLSearchParams(query);
  if (path !== LIVE_PATH) throw notOpen(caller, 'GET', path);
  parameters.set('sessionId', wholeName(caller, parameters.get('sessionId') ?? 'default', owns));
  if (caller.role === 'viewer') parameters.set('role', 'view');
  return `${path}?${parameters}`;
}
