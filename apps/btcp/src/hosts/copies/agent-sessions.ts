import type { BrowserStatus, Sessions, SingleBrowser } from '@btcp/host';
import type { Conversation, Conversations, SessionEvents } from '@btcp/tools';

/** The sessions of an agent: one owns the browser in its profile, others may have copies of their own. */
export class AgentSessions implements Sessions {
  readonly #kept: SingleBrowser;
  readonly #copies: Conversations;
  readonly #copied = new Map<string, { conversation: Conversation; stop(): void }>();

  constructor(kept: SingleBrowser, copies: Conversations) {
    this.#kept = kept;
    this.#copies = copies;
  }

  copy(sessionId: string): void {
    if (this.#copied.has(sessionId)) return;
    const conversation = this.#copies.get(sessionId);
    const log = this.#kept.events(sessionId);
    const stop = conversation.events.subscribe((event) => {
      log.pass(event);
      if (event.type === 'browser_active' && !event.active) this.#drop(sessionId);
    });
    this.#copied.set(sessionId, { conversation, stop });
  }

  use(sessionId: string): Conversation {
    const { owner } = this.#kept;
    const copy = this.#copied.get(sessionId)?.conversation;
    // A copy that could not be opened is not needed once the kept browser is free.
    if (copy && !copy.hasBrowser && (owner === null || owner === sessionId)) this.#drop(sessionId);
    return this.#copied.get(sessionId)?.conversation ?? this.#kept.use(sessionId);
  }

  #drop(sessionId: string): void {
    this.#copied.get(sessionId)?.stop();
    this.#copied.delete(sessionId);
  }

  watched(sessionId: string | undefined) {
    const conversation = sessionId === undefined ? undefined : this.#copied.get(sessionId)?.conversation;
    if (sessionId === undefined || !conversation) return this.#kept.watched(sessionId);
    return { session: sessionId, conversation };
  }

  events(sessionId: string): SessionEvents {
    return this.#kept.events(sessionId);
  }

  status(sessionId?: string): BrowserStatus {
    const status = this.#kept.status();
    const sessions = [...new Set([...status.sessions, ...this.#copies.openIds])];
    const isCopied = sessionId !== undefined && this.#copied.get(sessionId)?.conversation.hasBrowser;
    if (isCopied) return { ...status, active: true, sessionId, sessions };
    return { ...status, sessions };
  }

  async close(sessionId: string): Promise<boolean> {
    return this.#copied.has(sessionId) ? this.#copies.close(sessionId) : this.#kept.close(sessionId);
  }

  subscribe(listener: () => void): () => void {
    return this.#kept.subscribe(listener);
  }
}
