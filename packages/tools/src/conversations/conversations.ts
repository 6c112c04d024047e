import { BtcpError } from '@btcp/protocol';
import type { BrowserEngine } from '../port/browser-session.js';
import { checkSecrets, type Secrets } from '../secrets/secrets.js';
import type { Opening } from './browser-start.js';
import { type CallObserver, NO_OBSERVER } from './call-observer.js';
import type { LeaseOptions } from './control-lease.js';
import { Conversation } from './conversation.js';
import type { ConversationFollower } from './conversation-follower.js';
import { StartQueue } from './start-queue.js';

/** Limits, secrets and links of all conversations. */
export interface ConversationsOptions {
  /** Milliseconds without a call after which a browser is closed. */
  idleTimeout?: number;
  /** Milliseconds without a call or a viewer after which the pages of a browser are frozen: 5 minutes when left out. */
  restAfter?: number | undefined;
  maxSessions?: number;
  secrets?: Secrets;
  lease?: LeaseOptions | undefined;
  liveLink?: ((conversationId: string) => string | undefined | Promise<string | undefined>) | undefined;
  observer?: CallObserver | undefined;
  follower?: ConversationFollower | undefined;
  /** Shared by all that start browsers on one machine. */
  starts?: StartQueue | undefined;
}

const DEFAULT_IDLE_TIMEOUT = 30 * 60_000;
const DEFAULT_MAX_SESSIONS = 20;

/** All conversations by id; a tool sees only its own. */
export class Conversations {
  readonly #conversations = new Map<string, Conversation>();
  readonly #engine: BrowserEngine;
  readonly #idleTimeout: number;
  readonly #maxSessions: number;
  readonly #secrets: Secrets;
  readonly #observer: CallObserver;
  readonly #options: ConversationsOptions;
  readonly #starts: StartQueue;
  #closed = false;

  constructor(engine: BrowserEngine, options: ConversationsOptions = {}) {
    this.#engine = engine;
    this.#options = options;
    this.#idleTimeout = options.idleTimeout ?? DEFAULT_IDLE_TIMEOUT;
    this.#maxSessions = options.maxSessions ?? DEFAULT_MAX_SESSIONS;
    this.#secrets = checkSecrets(options.secrets ?? {});
    this.#observer = options.observer ?? NO_OBSERVER;
    this.#starts = options.starts ?? new StartQueue();
  }

  get(id: string, engine: BrowserEngine = this.#engine): Conversation {
    if (this.#closed) throw shuttingDown();
    let conversation = this.#conversations.get(id);
    if (!conversation) {
      conversation = new Conversation({
        id,
        observer: this.#observer,
        open: (opening) => this.#open(engine, id, opening),
        idleTimeout: this.#idleTimeout,
        restAfter: this.#options.restAfter,
        secrets: this.#secrets,
        lease: this.#options.lease,
        liveLink: () => this.#options.liveLink?.(id),
        follower: this.#options.follower,
        onUsed: (used) => this.#used(id, used),
        onUnused: (unused) => this.#unused(id, unused),
      });
    }
    return conversation;
  }

  async close(id: string): Promise<boolean> {
    return (await this.#conversations.get(id)?.close()) ?? false;
  }

  get openIds(): string[] {
    return [...this.#conversations].filter(([, { hasBrowser }]) => hasBrowser).map(([id]) => id);
  }

  get openCount(): number {
    return this.openIds.length;
  }

  get maxSessions(): number {
    return this.#maxSessions;
  }

  get queuedCount(): number {
    return this.#starts.length;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  async closeAll(): Promise<void> {
    this.#closed = true;
    // A conversation closes once its start has ended, which can take longer than a server has to stop.
    this.#engine.stopStarts?.();
    await Promise.allSettled([...this.#conversations.values()].map((conversation) => conversation.close()));
    await this.#engine.close();
  }

  #used(id: string, conversation: Conversation): void {
    if (this.#conversations.get(id) === conversation) return;
    this.#conversations.set(id, conversation);
    this.#options.follower?.began(conversation);
  }

  #unused(id: string, conversation: Conversation): void {
    if (this.#conversations.get(id) !== conversation) return;
    this.#conversations.delete(id);
    this.#options.follower?.ended(conversation);
  }

  async #open(engine: BrowserEngine, id: string, { restore, keepsProfile, ...queued }: Opening) {
    if (this.#closed) throw shuttingDown();
    // The conversation that asks is not counted yet.
    if (this.openCount >= this.#maxSessions) {
      throw new BtcpError('busy', `All ${this.#maxSessions} browser sessions are in use.`, {
        hint: 'Close one with browser_close, retry in a minute, or raise --max-sessions.',
      });
    }
    const { maxStarts, person } = engine;
    const start = () => this.#observer.start(() => engine.open(id, restore, keepsProfile));
    if (maxStarts === undefined) return start();
    const begin = async () => {
      if (this.#closed) throw shuttingDown();
      return start();
    };
    return this.#starts.run(begin, { maxStarts, person, ...queued });
  }
}

function shuttingDown(): BtcpError {
  return new BtcpError('browser_unavailable', 'The server is shutting down.', { hint: 'Start it again and retry.' });
}
