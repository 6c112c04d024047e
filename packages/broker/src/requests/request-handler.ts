import { setMaxListeners } from 'node:events';
import { BtcpError, type IncomingCall, isObject, PROTOCOL_VERSION, RpcError, type Welcome } from '@btcp/protocol';
import type { Client, ClientType } from '../clients/client.js';
import type { Directory } from '../clients/directory.js';
import type { Limits } from '../clients/limits.js';
import type { RegisteredPage } from '../clients/registered-page.js';
import { checkVersion, manifestOf } from './manifest.js';
import { filterTools, readTools } from './tool-list.js';

type Params = Record<string, unknown>;

const MAX_BATCH = 100;
// A batch of batches is 10,000 calls in one message.
const MAX_BATCHED_AT_ONCE = 500;
const CAPABILITY_REQUEST_MS = 120_000;

/** Decides what agents may do with pages; each function throws to refuse. */
export interface AgentPermit {
  list(): void;
  call(name: string, input: unknown): void;
}

// A page may read its own list.
const LISTING: ReadonlySet<string> = new Set(['tools/list', 'tools/get', 'manifests/list', 'session/join']);

export class RequestHandler {
  readonly #directory: Directory;
  readonly #limits: Limits;
  readonly #permit: AgentPermit | undefined;

  constructor(directory: Directory, limits: Limits, permit?: AgentPermit) {
    this.#directory = directory;
    this.#limits = limits;
    this.#permit = permit;
  }

  handle(client: Client, method: string, params: Params, call: IncomingCall): unknown {
    if (LISTING.has(method) && client.type !== 'browser') refusable(() => this.#permit?.list());
    switch (method) {
      case 'ping':
      case 'session/ping':
        return { pong: true, timestamp: Date.now() };
      case 'hello':
        return this.#hello(client, params);
      case 'session/create':
        this.identify(client, 'browser');
        return this.welcome(client, false);
      case 'session/leave':
        client.isLeaving = true;
        return {};
      case 'tools/register':
        return this.#registerTools(client, params);
      case 'session/join':
        return this.#join(client, params);
      case 'session/list':
        this.identify(client, 'agent');
        return { sessions: this.#directory.pagesOf(client.principal.owner).map((page) => page.describe()) };
      case 'session/info':
        return this.#pageOf(client, params).describe();
      case 'tools/list':
        return { tools: filterTools(this.#pageOf(client, params).tools, params.filter ?? params) };
      case 'manifests/list':
        return { manifests: [manifestOf(this.#pageOf(client, params))] };
      case 'tools/get':
        return getTool(this.#pageOf(client, params), params.name);
      case 'tools/call':
        return this.#callTool(client, params, call);
      case 'tools/callBatch':
        return this.#callTools(client, params, call);
      case 'capabilities/list':
      case 'capabilities/request':
        return this.#askPage(client, method, params, call);
    }
    throw new RpcError('METHOD_NOT_FOUND', method);
  }

  identify(client: Client, type: ClientType): void {
    if (client.type === type) return;
    if (client.type) throw new RpcError('INVALID_REQUEST', `this connection is that of the ${client.type}`);
    const { role } = client.principal;
    if (role !== 'any' && role !== (type === 'agent' ? 'agent' : 'page'))
      throw new RpcError('UNAUTHORIZED', `this token is not for the ${type}`);
    client.type = type;
    if (type === 'browser') this.#directory.registerPage(client);
  }

  welcome({ page, resumeToken }: Client, resumed: boolean): Welcome {
    return { sessionId: page?.sessionId ?? '', version: PROTOCOL_VERSION, resumeToken, resumed };
  }

  #hello(client: Client, params: Params): Welcome {
    checkVersion(params.version);
    const type = params.clientType === 'agent' ? 'agent' : 'browser';
    const resumed = params.resumeToken === client.resumeToken;
    if (!resumed) client.metadata = bounded(params.metadata, this.#limits.metadataSize, 'metadata');
    if (!resumed && type === 'browser') this.#directory.adopt(client, params.resumeToken);
    this.identify(client, type);
    return this.welcome(client, resumed);
  }

  #registerTools(client: Client, { tools, btcp }: Params): unknown {
    checkVersion(btcp);
    this.identify(client, 'browser');
    const read = bounded(readTools(tools, this.#limits.toolsPerPage), this.#limits.toolListSize, 'tools');
    client.page?.setTools(read);
    return { success: true, registered: read.length };
  }

  #join(client: Client, { sessionId }: Params): unknown {
    this.identify(client, 'agent');
    const page = this.#directory.find(sessionId, client.principal.owner);
    if (!page) throw new RpcError('SESSION_NOT_FOUND');
    if (page.agents.size >= this.#limits.agentsPerPage) throw new RpcError('BUSY', 'too many agents on this page');
    client.page?.agents.delete(client);
    client.page = page;
    page.agents.add(client);
    return { success: true, sessionId: page.sessionId, tools: page.tools };
  }

  #pageOf(client: Client, { sessionId }: Params): RegisteredPage {
    const { owner } = client.principal;
    if (client.type !== 'browser') this.identify(client, 'agent');
    const named = sessionId === undefined ? client.page : this.#directory.find(sessionId, owner);
    // A page learns nothing of other pages.
    if (client.type === 'browser' && named !== client.page) throw new RpcError('SESSION_NOT_FOUND', 'no page');
    if (named) return named;
    const all = sessionId === undefined ? this.#directory.pagesOf(owner) : [];
    const [only] = all;
    if (only && all.length === 1) return only;
    throw new RpcError('SESSION_NOT_FOUND', all.length > 1 ? 'several pages are connected: join one' : 'no page');
  }

  #callTool(client: Client, params: Params, { signal }: IncomingCall): unknown {
    this.identify(client, 'agent');
    const timeout = typeof params.timeout === 'number' ? params.timeout : undefined;
    // This call itself is among those being answered.
    if (client.peer.answering().length > this.#limits.callsAtOnce) throw new RpcError('BUSY', 'too many calls at once');
    const { name } = params;
    if (typeof name === 'string') refusable(() => this.#permit?.call(name, params.arguments));
    return this.#pageOf(client, params).call(params.name, params.arguments, { timeout, signal });
  }

  async #callTools(client: Client, { calls, ...shared }: Params, call: IncomingCall): Promise<unknown> {
    if (!Array.isArray(calls) || calls.length > MAX_BATCH)
      throw new RpcError('INVALID_PARAMS', 'type', { field: 'calls' });
    if (client.batchedCalls + calls.length > MAX_BATCHED_AT_ONCE)
      throw new RpcError('BUSY', 'too many calls in batches at once');
    client.batchedCalls += calls.length;
    // Every call of the batch listens to the signal of the whole.
    setMaxListeners(0, call.signal);
    const outcomes = await Promise.allSettled(
      calls.map(async (each) => this.#callTool(client, { ...shared, ...(isObject(each) ? each : {}) }, call)),
    );
    client.batchedCalls -= calls.length;
    return outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : { error: RpcError.from(outcome.reason).toJSON() },
    );
  }

  #askPage(client: Client, method: string, params: Params, { signal }: IncomingCall): unknown {
    this.identify(client, 'agent');
    const { member } = this.#pageOf(client, params);
    return member.request(method, params, { signal, timeout: CAPABILITY_REQUEST_MS });
  }
}

function bounded<T>(value: T, size: number, field: string): T {
  if ((JSON.stringify(value) ?? '').length <= size) return value;
  throw new RpcError('INVALID_PARAMS', 'maxLength', { field, expected: size });
}

function refusable(permit: () => void): void {
  try {
    permit();
  } catch (thrown) {
    const { code, message } = BtcpError.from(thrown);
    throw new RpcError(code === 'invalid_input' ? 'INVALID_PARAMS' : 'CAPABILITY_DENIED', message);
  }
}

function getTool(page: RegisteredPage, name: unknown): unknown {
  const tool = page.tools.find((candidate) => candidate.name === name);
  if (!tool) throw new RpcError('TOOL_NOT_FOUND', String(name));
  return tool;
}
