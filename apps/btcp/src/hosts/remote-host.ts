import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import {
  type AccessOptions,
  type Admission,
  admitViewer,
  CLIENT_HEADER,
  type DistantSession,
  type DistantSessionOptions,
  type DrivenStatus,
  LIVE_LINK_HEADER,
  LiveLinks,
  refuseUpgrade,
  refuseViewer,
} from '@btcp/host';
import {
  type BrowserState,
  BtcpError,
  type CallOutcome,
  fileName,
  type KeptFile,
  type Look,
  type LookOptions,
  type SessionEvent,
  type ToolResult,
} from '@btcp/tools';
import { readAnswer, requestServer, type ServerAddress, type ServerRequest } from '../client/server-client.js';
import type { AgentHost } from './agent-host.js';
import { EventFollower } from './event-follower.js';
import { holdViewer } from './hold-viewer.js';
import { hostError, noAnswer } from './host-errors.js';
import { pipeViewer } from './pipe-viewer.js';

export interface ListDistant {
  add(options: Pick<DistantSessionOptions, 'id' | 'takePicture' | 'nameHere'>): DistantSession;
  remove(session: DistantSession): void;
}

export interface DistantHistory {
  called(name: string, input: unknown): (outcome: CallOutcome) => void;
  note(event: SessionEvent): void;
}

/** Undefined where no history is kept. `look` asks the server that runs the browser. */
export type KeepDistant = (
  session: string,
  look: (options: LookOptions) => Promise<Look | undefined>,
) => DistantHistory | undefined;

export interface RemoteHostOptions {
  onLost?(): Promise<void>;
  agent: string;
  address(): Promise<ServerAddress>;
  /** Whether the address is that of this server, which may run the browsers itself. */
  isOwnFleet?: boolean;
  access: AccessOptions;
  links?: LiveLinks | undefined;
  addressOf(session: string): string;
  list: ListDistant;
  keep: KeepDistant;
  traceparent(): string | undefined;
}

const STATUS_MS = 5_000;

const FILE_MS = 60_000;
const LOOK_MS = 10_000;
// Calls arrive at the host later than they are sent, and its first entries must not be missed.
const CALL_DELAY_MS = 1_000;

/** Session ids get the agent's name as a prefix, so that agents can share a server. */
export class RemoteHost implements AgentHost {
  readonly #options: RemoteHostOptions;
  readonly #prefix: string;
  readonly #followers = new Map<string, Set<EventFollower>>();
  readonly #viewers = new Set<Duplex>();
  readonly #distant = new Map<string, DistantSession>();
  readonly #histories = new Map<string, DistantHistory | undefined>();
  // Per agent: a link must not open another agent's session.
  readonly #links: LiveLinks;

  constructor(options: RemoteHostOptions) {
    this.#options = options;
    this.#links = options.links ?? new LiveLinks();
    this.#prefix = `${options.agent}/`;
  }

  get isActive(): boolean {
    return false;
  }

  async call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    // Subscribe first: events of this call must not be missed.
    await Promise.all([...(this.#followers.get(session) ?? [])].map(({ ready }) => ready));
    const path = `${this.#pathOf(session)}/tools/${encodeURIComponent(name)}`;
    // People come to this server: the address of the other one may not be reachable for them.
    const { addressOf, traceparent } = this.#options;
    const trace = traceparent();
    const headers = {
      [LIVE_LINK_HEADER]: addressOf(session),
      [CLIENT_HEADER]: this.#options.agent,
      ...(trace === undefined ? {} : { traceparent: trace }),
    };
    const asked = { method: 'POST', headers, body: input ?? {}, signal };
    const ended = this.#listed(session).began();
    const settle = this.#historyOf(session)?.called(name, input);
    try {
      const { success: _, ...result } = await this.#ask<ToolResult & { success: true }>(path, asked);
      ended(name === 'browser_close' ? undefined : (result.page ?? undefined));
      settle?.({ result });
      return result;
    } catch (error) {
      ended(undefined);
      if (BtcpError.from(error).code === 'browser_unavailable') this.#listed(session).lose();
      settle?.({ error });
      throw error;
    }
  }

  async status(session?: string): Promise<DrivenStatus> {
    const query = session === undefined ? '' : `?sessionId=${encodeURIComponent(this.#prefix + session)}`;
    const signal = AbortSignal.timeout(STATUS_MS);
    const { sessions, sessionId, control, ...rest } = await this.#ask<DrivenStatus>(`/browser/status${query}`, {
      signal,
    });
    // Other agents' sessions stay hidden.
    const own = sessions.map((id) => this.#ownName(id)).filter((id) => id !== null);
    const owner = this.#ownName(sessionId);
    return {
      ...rest,
      active: session === undefined ? own.length > 0 : own.includes(session),
      sessionId: owner ?? (own.length === 1 ? (own[0] ?? null) : null),
      sessions: own,
      control: owner === null ? null : control,
    };
  }

  async transfer(from: string, to: string): Promise<void> {
    const body = { sessionId: this.#prefix + from, to: this.#prefix + to };
    await this.#ask('/browser/ownership/transfer', { method: 'POST', body });
  }

  subscribe(session: string, listener: (event: SessionEvent) => void): () => void {
    const follower = new EventFollower(
      () => this.#options.address(),
      this.#prefix + session,
      (event) => {
        const own = event.type === 'ownership' ? { ...event, owner: this.#ownName(event.owner) } : event;
        this.#listed(session).note(own);
        // Every follower of a session reports the same events.
        if (this.#followers.get(session)?.values().next().value === follower) this.#historyOf(session)?.note(own);
        listener(own);
      },
    );
    const followers = this.#followers.get(session) ?? new Set();
    this.#followers.set(session, followers.add(follower));
    return () => {
      follower.stop();
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(session);
    };
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void {
    const parameters = new URLSearchParams(query);
    admitViewer(request, parameters, { access: this.#options.access, links: this.#links }).then(
      (admission) => this.#admit(request, socket, head, parameters, admission),
      (thrown) => refuseViewer(request, socket, head, BtcpError.from(thrown)),
    );
  }

  async makeLink(session: string, role: 'view' | 'control', lifetime: number): Promise<string> {
    return (await this.#links.make(session, role, lifetime)).token;
  }

  async saveState(session: string): Promise<BrowserState> {
    return this.#ask<BrowserState>(`${this.#pathOf(session)}/state`);
  }

  async restoreState(session: string, state: BrowserState): Promise<void> {
    await this.#ask(`${this.#pathOf(session)}/state`, { method: 'PUT', body: state });
  }

  async copyFile(session: string, { path }: KeptFile, target: string): Promise<void> {
    const signal = AbortSignal.timeout(FILE_MS);
    const from = `${this.#pathOf(session)}/files/${encodeURIComponent(fileName(path))}`;
    const response = await this.#request(from, { signal });
    try {
      await pipeline(response, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
    } catch (cause) {
      await rm(target, { force: true });
      throw cause;
    }
  }

  async close(): Promise<void> {
    for (const follower of [...this.#followers.values()].flatMap((each) => [...each])) follower.stop();
    for (const socket of this.#viewers) socket.destroy();
    for (const distant of this.#distant.values()) this.#options.list.remove(distant);
    this.#distant.clear();
    this.#histories.clear();
  }

  #listed(session: string): DistantSession {
    const known = this.#distant.get(session);
    if (known) return known;
    const nameHere = this.#options.isOwnFleet ? this.#prefix + session : undefined;
    const added = this.#options.list.add({ id: session, nameHere, takePicture: () => this.#picture(session) });
    this.#distant.set(session, added);
    return added;
  }

  #historyOf(session: string): DistantHistory | undefined {
    if (!this.#histories.has(session)) {
      this.#histories.set(
        session,
        this.#options.keep(session, (options) => this.#look(session, options)),
      );
    }
    return this.#histories.get(session);
  }

  // Hosts of older versions have no looks: their steps are kept without.
  async #look(session: string, { since, age, unanswered, signal }: LookOptions): Promise<Look | undefined> {
    if (!this.#listed(session).isListed) return undefined;
    const asked = new URLSearchParams({ age: String(age + CALL_DELAY_MS), unanswered: [...unanswered].join(',') });
    if (since !== undefined) asked.set('since', String(since));
    const wanted = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
    return this.#ask<Look | undefined>(`${this.#pathOf(session)}/look?${asked}`, { signal: wanted });
  }

  async #picture(session: string): Promise<Uint8Array | undefined> {
    const { ownership, sessionId } = await this.status(session);
    // A host with one browser lists it under its own name.
    const isOnly = ownership === 'single';
    if (isOnly && sessionId !== session) return undefined;
    const path = isOnly ? '/sessions/browser' : this.#pathOf(session);
    const response = await this.#request(`${path}/picture`, { signal: AbortSignal.timeout(STATUS_MS) });
    const data = await buffer(response);
    return data.length > 0 ? data : undefined;
  }

  #admit(request: IncomingMessage, socket: Duplex, head: Buffer, query: URLSearchParams, admission: Admission): void {
    this.#viewers.add(socket);
    socket.once('close', () => this.#viewers.delete(socket));
    const refuse = (thrown: unknown) => refuseUpgrade(socket, BtcpError.from(thrown));
    holdViewer(socket, admission, { access: this.#options.access, links: this.#links });
    this.#connect(request, socket, head, query, admission).catch(refuse);
  }

  async #connect(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    query: URLSearchParams,
    { session, role }: { session: string | undefined; role: 'view' | 'control' },
  ): Promise<void> {
    const shown = session ?? (await this.status()).sessionId ?? '';
    query.set('sessionId', this.#prefix + shown);
    query.set('role', role);
    pipeViewer({ request, socket, head, query }, await this.#options.address());
  }

  #ownName(id: string | null): string | null {
    return id?.startsWith(this.#prefix) ? id.slice(this.#prefix.length) : null;
  }

  #pathOf(session: string): string {
    return `/sessions/${encodeURIComponent(this.#prefix + session)}`;
  }

  async #ask<T>(path: string, asked: ServerRequest = {}): Promise<T> {
    const { url } = await this.#options.address();
    const response = await this.#request(path, asked);
    const answer = await readAnswer<T>(response).catch(async (cause) => {
      if (!asked.signal?.aborted) await this.#options.onLost?.();
      throw noAnswer(url, cause, asked.signal);
    });
    return answer as T;
  }

  async #request(path: string, asked: ServerRequest = {}): Promise<IncomingMessage> {
    const server = await this.#options.address();
    const response = await requestServer(server, path, asked).catch(async (cause) => {
      if (!asked.signal?.aborted) await this.#options.onLost?.();
      throw noAnswer(server.url, cause, asked.signal);
    });
    if (response.statusCode && response.statusCode < 400) return response;
    throw await hostError(server.url, response, this.#prefix);
  }
}
