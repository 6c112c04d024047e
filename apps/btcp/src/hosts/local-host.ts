import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createEngine, type EngineOptions } from '@btcp/chrome';
import {
  type AccessOptions,
  type LiveCounts,
  LiveEndpoint,
  LiveLinks,
  restoreState,
  SingleBrowser,
  saveState,
  statusOf,
} from '@btcp/host';
import {
  type BrowserEngine,
  type BrowserState,
  type Conversation,
  type ConversationFollower,
  Conversations,
  type ConversationsOptions,
  callTool,
  type KeptFile,
  type SessionEvent,
  type ToolResult,
  type ToolSet,
} from '@btcp/tools';
import type { AgentHost } from './agent-host.js';

/** An engine whose browsers can be limited. */
export type LimitableEngine = ReturnType<typeof createEngine>;

export interface LocalHostOptions {
  chrome: EngineOptions;
  conversations: ConversationsOptions;
  follow(idOf: (conversation: Conversation) => string): ConversationFollower;
  tools: ToolSet;
  access: AccessOptions;
  counts: LiveCounts;
  addressOf(session: string): string;
  /** Limits the browsers of somebody. */
  limited?: ((engine: LimitableEngine) => BrowserEngine) | undefined;
}

export class LocalHost implements AgentHost {
  readonly #tools: ToolSet;
  readonly #addressOf: (session: string) => string;
  readonly #conversations: Conversations;
  readonly #sessions: SingleBrowser;
  // Per agent: a link must not open another agent's session.
  readonly #links = new LiveLinks();
  readonly #live: LiveEndpoint;

  constructor({ chrome, conversations, follow, tools, access, counts, addressOf, limited }: LocalHostOptions) {
    this.#tools = tools;
    this.#addressOf = addressOf;
    const engine = createEngine(chrome);
    const follower = follow(({ id }) => this.#sessions.owner ?? id);
    this.#conversations = new Conversations(limited?.(engine) ?? engine, { ...conversations, follower });
    this.#sessions = new SingleBrowser(this.#conversations);
    this.#live = new LiveEndpoint({ sessions: this.#sessions, access, links: this.#links, counts });
  }

  get isActive(): boolean {
    return this.#conversations.openCount > 0;
  }

  async call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    const conversation = this.#sessions.use(session);
    const liveLink = this.#addressOf(session);
    return callTool({ tools: this.#tools, name, input, conversation, session, signal, liveLink });
  }

  async status(session?: string) {
    return statusOf(this.#sessions, session);
  }

  async transfer(from: string, to: string): Promise<void> {
    this.#sessions.transfer(from, to);
  }

  subscribe(session: string, listener: (event: SessionEvent) => void): () => void {
    return this.#sessions.events(session).subscribe(listener);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void {
    request.url = `/browser/stream?${query}`;
    this.#live.handleUpgrade(request, socket, head);
  }

  makeLink(session: string, role: 'view' | 'control', lifetime: number): string {
    return this.#links.make(session, role, lifetime).token;
  }

  async copyFile(_session: string, { path }: KeptFile, target: string): Promise<void> {
    await copyFile(path, target, constants.COPYFILE_FICLONE);
  }

  async saveState(session: string): Promise<BrowserState> {
    return saveState(this.#sessions.use(session));
  }

  async restoreState(session: string, state: BrowserState): Promise<void> {
    await restoreState(this.#sessions.use(session), state);
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#live.close(), this.#conversations.closeAll()]);
  }
}
