import { type IncomingCall, isObject, PROTOCOL_VERSION, RpcError, type Welcome } from '@btcp/protocol';
import { maySpeakAs } from './access.js';
import { callPage } from './call-page.js';
import type { Directory } from './directory.js';
import type { Limits } from './limits.js';
import { checkVersion, type Manifest, manifestOf } from './manifest.js';
import type { Member } from './member.js';
import type { Session } from './session.js';
import { filterTools, readTools } from './tool-list.js';

type Params = Record<string, unknown>;

export interface Router {
  handle(member: Member, method: string, params: Params, call: IncomingCall): unknown;
  /** Makes a member a page or an agent, or throws when its token is not for that. */
  identify(member: Member, clientType: 'browser' | 'agent'): void;
  welcome(member: Member, resumed: boolean): Welcome;
}

/** Answers what members ask, and passes the calls of agents on to pages. */
export function createRouter(directory: Directory, limits: Limits): Router {
  return { handle, welcome, identify };

  function handle(member: Member, method: string, params: Params, call: IncomingCall): unknown {
    switch (method) {
      case 'ping':
      case 'session/ping':
        return { pong: true, timestamp: Date.now() };
      case 'hello':
        return hello(member, params);
      case 'session/create':
        identify(member, 'browser');
        return welcome(member, false);
      case 'session/leave':
        member.isLeaving = true;
        return {};
      case 'tools/register':
        return registerTools(member, params);
      case 'session/join':
        return join(member, params);
      case 'session/list':
        identify(member, 'agent');
        return { sessions: directory.sessionsOf(member.principal.owner).map((session) => session.describe()) };
      case 'session/info':
        return pageOf(member, params).describe();
      case 'tools/list':
        return { tools: filterTools(pageOf(member, params).tools, params.filter ?? params) };
      case 'manifests/list':
        return { manifests: [manifest(pageOf(member, params))] };
      case 'tools/get':
        return getTool(pageOf(member, params), params.name);
      case 'tools/call':
        return callTool(member, params, call);
      case 'tools/callBatch':
        return callTools(member, params, call);
      case 'capabilities/list':
      case 'capabilities/request':
        return askPage(member, method, params, call);
    }
    throw new RpcError('METHOD_NOT_FOUND', method);
  }

  function hello(member: Member, params: Params): Welcome {
    checkVersion(params.version);
    identify(member, params.clientType === 'agent' ? 'agent' : 'browser');
    const resumed = params.resumeToken === member.resumeToken;
    if (!resumed) member.metadata = params.metadata;
    return welcome(member, resumed);
  }

  /** A member is a page or an agent for good from the first message that says so. */
  function identify(member: Member, clientType: 'browser' | 'agent'): void {
    if (member.clientType === clientType) return;
    if (member.clientType) throw new RpcError('INVALID_REQUEST', `this connection is that of the ${member.clientType}`);
    if (!maySpeakAs(member.principal, clientType))
      throw new RpcError('UNAUTHORIZED', `this token is not for the ${clientType}`);
    member.clientType = clientType;
    if (clientType === 'browser') directory.createSession(member);
  }

  function welcome(member: Member, resumed: boolean): Welcome {
    const { session, resumeToken } = member;
    return { sessionId: session?.id ?? '', version: PROTOCOL_VERSION, resumeToken, resumed };
  }

  function registerTools(member: Member, { tools, btcp }: Params): unknown {
    checkVersion(btcp);
    identify(member, 'browser');
    const read = readTools(tools, limits.toolsPerPage);
    member.session?.setTools(read);
    return { success: true, registered: read.length };
  }

  function join(member: Member, { sessionId }: Params): unknown {
    identify(member, 'agent');
    const session = directory.find(sessionId, member.principal.owner);
    if (!session) throw new RpcError('SESSION_NOT_FOUND');
    if (session.agents.size >= limits.agentsPerPage) throw new RpcError('BUSY', 'too many agents on this page');
    member.session?.agents.delete(member);
    member.session = session;
    session.agents.add(member);
    return { success: true, sessionId: session.id, tools: session.tools };
  }

  /** The page that a member means: the one it names, is, or has joined, or else the only one there is. */
  function pageOf(member: Member, { sessionId }: Params): Session {
    const { owner } = member.principal;
    if (member.clientType !== 'browser') identify(member, 'agent');
    const named = sessionId === undefined ? member.session : directory.find(sessionId, owner);
    if (named) return named;
    const all = sessionId === undefined ? directory.sessionsOf(owner) : [];
    const [only] = all;
    if (only && all.length === 1) return only;
    throw new RpcError('SESSION_NOT_FOUND', all.length > 1 ? 'several pages are connected: join one' : 'no page');
  }

  function callTool(member: Member, params: Params, { signal }: IncomingCall): unknown {
    identify(member, 'agent');
    const timeout = typeof params.timeout === 'number' ? params.timeout : undefined;
    // This call itself is among those being answered.
    if (member.peer.answering().length > limits.callsAtOnce) throw new RpcError('BUSY', 'too many calls at once');
    return callPage(pageOf(member, params), params.name, params.arguments, { timeout, signal });
  }

  async function callTools(member: Member, { calls, ...shared }: Params, call: IncomingCall): Promise<unknown> {
    if (!Array.isArray(calls) || calls.length > 100) throw new RpcError('INVALID_PARAMS', 'type', { field: 'calls' });
    const outcomes = await Promise.allSettled(
      calls.map(async (each) => callTool(member, { ...shared, ...(isObject(each) ? each : {}) }, call)),
    );
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : { error: RpcError.from(outcome.reason).toJSON() },
    );
  }

  function askPage(member: Member, method: string, params: Params, { signal }: IncomingCall): unknown {
    identify(member, 'agent');
    return pageOf(member, params).page.peer.request(method, params, { signal, timeout: 120_000 });
  }
}

function manifest({ page, tools }: Session): Manifest {
  return manifestOf(page.metadata, tools);
}

function getTool(session: Session, name: unknown): unknown {
  const tool = session.tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError('TOOL_NOT_FOUND', String(name));
  return tool;
}
