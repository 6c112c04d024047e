import type { BrowserSession } from './browser-session.js';
import { Masker } from './masking/masker.js';
import type { Secrets } from './secrets/secrets.js';

/** A hold on a conversation's browser. Dropping it marks activity: the idle time counts from there. */
export interface BrowserGuard extends Disposable {
  readonly session: BrowserSession;
}

export interface ConversationOptions {
  open: (restore: string | undefined) => Promise<BrowserSession>;
  idleTimeout: number;
  secrets: Secrets;
  /** It is held from now on. */
  onUsed: (conversation: Conversation) => void;
  /** Nothing holds it and it has no browser: it may be dropped. */
  onUnused: () => void;
}

/** One conversation: at most one browser, started by the first call that needs it, closed when idle. */
export class Conversation {
  /** Hides what was typed as a secret or stood in a password field, as long as the conversation lasts. */
  readonly masker = new Masker();
  readonly #options: ConversationOptions;
  #opening: Promise<BrowserSession> | undefined;
  #session: BrowserSession | undefined;
  /** Guards held and tasks waiting for their turn. */
  #users = 0;
  #idleTimer: unknown;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /** What may be typed by name. */
  get secrets(): Secrets {
    return this.#options.secrets;
  }

  get hasBrowser(): boolean {
    return this.#opening !== undefined;
  }

  /** A hold on the browser, started now if there is none. Concurrent first calls share one start. */
  async browser(): Promise<BrowserGuard> {
    const lost = this.#session?.alive === false ? this.#session : undefined;
    if (lost) this.#forget();
    this.#opening ??= this.#options.open(lost?.lastUrl);
    const opening = this.#opening;
    // Held from here on, so that the idle timer cannot close the browser between its start and its first use.
    this.#enter();
    try {
      this.#session = await opening;
    } catch (thrown) {
      if (this.#opening === opening) this.#forget();
      this.#leave();
      throw thrown;
    }
    let held = true;
    return {
      session: this.#session,
      [Symbol.dispose]: () => {
        if (held) this.#leave();
        held = false;
      },
    };
  }

  /** Runs one task at a time, in the order of asking. */
  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    this.#enter();
    const turn = this.#turn.then(run).finally(() => this.#leave());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Ends the browser; false when there was none. */
  async close(): Promise<boolean> {
    clearTimeout(this.#idleTimer);
    const opening = this.#opening;
    this.#forget();
    if (this.#users === 0) this.#options.onUnused();
    if (!opening) return false;
    const session = await opening.catch(() => undefined);
    await session?.close();
    return session !== undefined;
  }

  #forget(): void {
    this.#opening = undefined;
    this.#session = undefined;
  }

  #enter(): void {
    if (this.#users === 0) this.#options.onUsed(this);
    this.#users++;
    clearTimeout(this.#idleTimer);
  }

  #leave(): void {
    this.#users--;
    if (this.#users > 0) return;
    if (this.#opening) this.#idleTimer = setTimeout(() => void this.close(), this.#options.idleTimeout);
    else this.#options.onUnused();
  }
}
