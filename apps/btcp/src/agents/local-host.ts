import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ChromeEngine, type ChromeEngineOptions } from '@btcp/chrome';
import { type AccessOptions, createLiveDoor, LiveLinks, SingleBrowser } from '@btcp/host';
import {
  type BrowserSession,
  type BrowserState,
  BtcpError,
  Conversations,
  type ConversationsOptions,
  callTool,
  type SessionEvent,
  type ToolResult,
  type ToolSet,
} from '@btcp/tools';
import { type AgentHost, UNTOUCHED } from './agent-host.js';

export interface LocalHostOptions {
  chrome: ChromeEngineOptions;
  conversations: ConversationsOptions;
  tools: ToolSet;
  access: AccessOptions;
  /** Where a person finds a session of this agent. */
  addressOf(session: string): string;
}

/** An agent's browser in this process. */
export class LocalHost implements AgentHost {
  readonly #tools: ToolSet;
  readonly #conversations: Conversations;
  readonly #sessions: SingleBrowser;
  /** Its own, so that a link to a session of one agent opens nothing of another. */
  readonly #links = new LiveLinks();
  readonly #door: ReturnType<typeof createLiveDoor>;

  constructor({ chrome, conversations, tools, access, addressOf }: LocalHostOptions) {
    this.#tools = tools;
    this.#conversations = new Conversations(new ChromeEngine(chrome), {
      ...conversations,
      liveLink: () => (this.#sessions.owner === null ? undefined : addressOf(this.#sessions.owner)),
    });
    this.#sessions = new SingleBrowser(this.#conversations);
    this.#door = createLiveDoor({ sessions: this.#sessions, access, links: this.#links });
  }

  get isActive(): boolean {
    return this.#conversations.openCount > 0;
  }

  async call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    return callTool({ tools: this.#tools, name, input, conversation: this.#sessions.use(session), signal });
  }

  async status() {
    return this.#sessions.status();
  }

  async transfer(from: string, to: string): Promise<void> {
    this.#sessions.transfer(from, to);
  }

  control(session: string) {
    return this.#sessions.owner === session ? this.#sessions.watched(session).conversation.lease.state : UNTOUCHED;
  }

  subscribe(session: string, listener: (event: SessionEvent) => void): () => void {
    return this.#sessions.events(session).subscribe(listener);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void {
    request.url = `/browser/stream?${query}`;
    this.#door.handleUpgrade(request, socket, head);
  }

  makeLink(session: string, role: 'view' | 'control', lifetime: number): string {
    return this.#links.make(session, role, lifetime).token;
  }

  async saveState(session: string): Promise<BrowserState> {
    return this.#withBrowser(session, async (browser) => {
      if (!browser.saveState) throw noStates();
      return browser.saveState();
    });
  }

  async restoreState(session: string, state: BrowserState): Promise<void> {
    await this.#withBrowser(session, async (browser) => {
      if (!browser.restoreState) throw noStates();
      await browser.restoreState(state);
    });
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#door.close(), this.#conversations.closeAll()]);
  }

  /** As a call of the agent: in its turn, and not while a person drives. */
  async #withBrowser<T>(session: string, run: (browser: BrowserSession) => Promise<T>): Promise<T> {
    const conversation = this.#sessions.use(session);
    return conversation.exclusive(async () => {
      using _pass = conversation.lease.admit('write');
      using guard = await conversation.browser();
      return run(guard.session);
    });
  }
}

function noStates(): BtcpError {
  return new BtcpError('unsupported', 'This browser cannot tell its state.', { hint: 'Use an agent with a Chrome.' });
}
