import { BtcpError } from '@btcp/protocol';
import { type Conversation, type Conversations, SessionEvents } from '@btcp/tools';
import type { BrowserStatus, Sessions } from './sessions.js';

const SHARED = 'browser';
const MAX_LOGS = 100;

/** The browser belongs to another session, which the error names. */
export class BrowserOwned extends BtcpError {
  readonly status: BrowserStatus;

  /** `name` is how people know the owner; its id when left out. */
  constructor(status: BrowserStatus, { hint, name }: { hint?: string; name?: string } = {}) {
    const from = JSON.stringify(status.sessionId);
    super('browser_owned', `The browser is owned by session ${JSON.stringify(name ?? status.sessionId)}.`, {
      hint:
        hint ??
        `Ask its owner with POST /browser/ownership/request {"sessionId":YOURS}, or take it over with POST /browser/ownership/transfer {"sessionId":${from},"to":YOURS}.`,
    });
    this.status = status;
  }
}

/** One browser, owned by one session at a time; ownership can move, because ids change when an agent restarts. */
export class SingleBrowser implements Sessions {
  readonly #conversations: Conversations;
  readonly #conversation: Conversation;
  readonly #logs = new Map<string, SessionEvents>();
  readonly #listeners = new Set<() => void>();
  #owner: string | null = null;
  // Earlier ids of the owner: viewers who came with one of them may stay.
  #olderNames: readonly string[] = [];

  constructor(conversations: Conversations) {
    this.#conversations = conversations;
    this.#conversation = conversations.get(SHARED);
    this.#conversation.keepsProfile = true;
    // Keeps the same conversation for as long as the server runs.
    this.#conversation.watch();
    this.#conversation.events.subscribe((event) => {
      if (this.#owner !== null) this.events(this.#owner).pass(event);
    });
  }

  get owner(): string | null {
    return this.#conversation.hasBrowser ? this.#owner : null;
  }

  use(sessionId: string): Conversation {
    const { owner } = this;
    if (owner !== null && owner !== sessionId) throw new BrowserOwned(this.status());
    if (this.#owner !== sessionId) this.#setOwner(sessionId);
    return this.#conversation;
  }

  watched(sessionId: string | undefined) {
    const { owner } = this;
    // A link to the browser itself is for every owner.
    const asked = sessionId === SHARED ? undefined : sessionId;
    const isOwners = asked === undefined || owner === null || owner === asked || this.#olderNames.includes(asked);
    if (!isOwners) throw new BrowserOwned(this.status());
    return { session: asked ?? owner ?? SHARED, conversation: this.#conversation };
  }

  events(sessionId: string): SessionEvents {
    let log = this.#logs.get(sessionId);
    if (!log) {
      log = new SessionEvents();
      this.#logs.set(sessionId, log);
      const spare = [...this.#logs].find(([id, { isHeard }]) => id !== this.#owner && id !== sessionId && !isHeard);
      if (this.#logs.size > MAX_LOGS && spare) this.#logs.delete(spare[0]);
    }
    return log;
  }

  status(): BrowserStatus {
    const { owner } = this;
    const active = this.#conversation.hasBrowser;
    return { active, sessionId: owner, ownership: 'single', sessions: owner === null ? [] : [owner] };
  }

  async close(sessionId: string): Promise<boolean> {
    if (this.owner !== sessionId) return false;
    return this.#conversations.close(SHARED);
  }

  ask(from: string, message: string | undefined): BrowserStatus {
    const { owner } = this;
    if (owner === null) this.#setOwner(from);
    else if (owner !== from) {
      this.events(owner).add({ type: 'ownership_request', from, ...(message === undefined ? {} : { message }) });
    }
    return this.status();
  }

  transfer(from: string, to: string): BrowserStatus {
    this.#assertOwner(from);
    this.#setOwner(to);
    return this.status();
  }

  rename(from: string, to: string): BrowserStatus {
    this.#assertOwner(from);
    const log = this.#logs.get(from);
    if (log && from !== to) {
      this.#logs.set(to, log);
      this.#logs.delete(from);
    }
    this.#setOwner(to, [...this.#olderNames, from]);
    return this.status();
  }

  release(from: string): BrowserStatus {
    this.#assertOwner(from);
    this.#setOwner(null);
    return this.status();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #assertOwner(sessionId: string): void {
    if (this.owner !== null && this.owner !== sessionId) throw new BrowserOwned(this.status());
  }

  #setOwner(owner: string | null, olderNames: readonly string[] = []): void {
    const before = this.#owner;
    this.#owner = owner;
    this.#olderNames = olderNames;
    for (const session of new Set([before, owner])) {
      if (session !== null) this.events(session).add({ type: 'ownership', owner });
    }
    for (const listener of [...this.#listeners]) listener();
  }
}
