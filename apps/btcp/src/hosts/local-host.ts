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
import { AgentSessions } from './copies/agent-sessions.js';
import { CopyEngine } from './copies/copy-engine.js';
import { KeptBrowser, type PendingMerges } from './copies/kept-browser.js';

export type LimitableEngine = BrowserEngine & Pick<ReturnType<typeof createEngine>, 'within'>;

export interface LocalHostOptions {
  chrome: EngineOptions;
  conversations: ConversationsOptions;
  follow(idOf: (conversation: Conversation) => string): ConversationFollower;
  tools: ToolSet;
  access: AccessOptions;
  counts: LiveCounts;
  addressOf(session: string): string;
  limited?: ((engine: LimitableEngine) => BrowserEngine) | undefined;
  pending: PendingMerges;
}

export class LocalHost implements AgentHost {
  readonly #tools: ToolSet;
  readonly #addressOf: (session: string) => string;
  readonly #conversations: Conversations;
  readonly #copies: Conversations;
  readonly #copyEngine: CopyEngine;
  readonly #kept: KeptBrowser;
  readonly #owned: SingleBrowser;
  readonly #sessions: AgentSessions;
  readonly #runs = new Set<string>();
  readonly #canCopy: boolean;
  // Per agent: a link must not open another agent's session.
  readonly #links = new LiveLinks();
  readonly #live: LiveEndpoint;

  constructor({ chrome, conversations, follow, tools, access, counts, addressOf, limited, pending }: LocalHostOptions) {
    this.#tools = tools;
    this.#addressOf = addressOf;
    // The state of a browser that somebody else started is theirs.
    this.#canCopy = chrome.profile !== undefined;
    const engineOf = (options: EngineOptions) => {
      const engine = createEngine(options);
      return limited?.(engine) ?? engine;
    };
    this.#kept = new KeptBrowser(pending);
    const follower = noting(
      follow(({ id }) => this.#owned.owner ?? id),
      pending,
    );
    this.#conversations = new Conversations(this.#kept.follow(engineOf(chrome)), { ...conversations, follower });
    this.#owned = new SingleBrowser(this.#conversations);
    this.#copyEngine = new CopyEngine({
      engine: engineOf({ ...chrome, profile: undefined }),
      kept: this.#kept,
      pending,
      isKeptInUse: () => this.#runs.has(this.#owned.owner ?? ''),
    });
    this.#copies = new Conversations(this.#copyEngine, {
      ...conversations,
      follower: noting(
        follow(({ id }) => id),
        pending,
      ),
    });
    this.#sessions = new AgentSessions(this.#owned, this.#copies);
    this.#live = new LiveEndpoint({ sessions: this.#sessions, access, links: this.#links, counts });
  }

  get isActive(): boolean {
    return this.#conversations.openCount + this.#copies.openCount > 0;
  }

  copy(session: string): boolean {
    if (this.#canCopy) this.#sessions.copy(session);
    return this.#canCopy;
  }

  async closeCopy(session: string): Promise<void> {
    await this.#copies.close(session);
  }

  beginRun(session: string): () => Promise<void> {
    this.#runs.add(session);
    return async () => {
      this.#runs.delete(session);
      await this.#copyEngine.merge(session);
      if (this.#owned.owner === session) await this.#kept.merge();
    };
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
    this.#owned.transfer(from, to);
  }

  subscribe(session: string, listener: (event: SessionEvent) => void): () => void {
    return this.#sessions.events(session).subscribe(listener);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void {
    request.url = `/browser/stream?${query}`;
    this.#live.handleUpgrade(request, socket, head);
  }

  async makeLink(session: string, role: 'view' | 'control', lifetime: number): Promise<string> {
    return (await this.#links.make(session, role, lifetime)).token;
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
    // First the copies: what they changed is merged into the kept browser.
    await Promise.allSettled([this.#live.close(), this.#copies.closeAll()]);
    await this.#conversations.closeAll();
  }
}

// Notes where the browsers go, so that copies have what is stored there.
function noting(follower: ConversationFollower, pending: PendingMerges): ConversationFollower {
  return {
    ...follower,
    began(conversation) {
      follower.began(conversation);
      conversation.events.subscribe((event) => {
        if (event.type !== 'navigation' || !/^https?:/.test(event.url)) return;
        // An origin that cannot be noted is not copied.
        pending.saw(new URL(event.url).origin).catch(() => {});
      });
    },
  };
}
