import type { Caller } from '@btcp/protocol';
import type { BrowserSession, KeptFile } from '../port/browser-session.js';
import type { DriverMessage } from '../port/live-browser.js';
import { Masker } from '../secrets/masking/masker.js';
import { publicAddress } from '../secrets/redact.js';
import type { Secrets } from '../secrets/secrets.js';
import { askUser, type UserQuestion } from './ask-user.js';
import { BrowserStart, type Opening } from './browser-start.js';
import type { CallObserver } from './call-observer.js';
import { ControlLease, type LeaseOptions } from './control-lease.js';
import type { ConversationFollower } from './conversation-follower.js';
import { PrivatePage } from './private-page.js';
import { Resting } from './resting.js';
import { SessionEvents } from './session-events.js';
import { feedSession } from './session-feed.js';
import { TypedText } from './typed-text.js';
import type { RequestInput } from './user-request.js';

/** A hold on a conversation's browser. Dropping it marks activity: the idle time counts from there. */
export interface BrowserGuard extends Disposable {
  readonly session: BrowserSession;
}

export interface ConversationOptions {
  id: string;
  observer: CallObserver;
  open: (opening: Opening) => Promise<BrowserSession>;
  idleTimeout: number;
  restAfter?: number | undefined;
  secrets: Secrets;
  lease?: LeaseOptions | undefined;
  liveLink?: (() => string | undefined | Promise<string | undefined>) | undefined;
  follower?: ConversationFollower | undefined;
  onUsed: (conversation: Conversation) => void;
  /** The conversation is not held and has no browser, so it may be dropped. */
  onUnused: (conversation: Conversation) => void;
}

/** One conversation: at most one browser, started by the first call that needs it, closed when idle. */
export class Conversation {
  readonly masker = new Masker();
  readonly lease: ControlLease;
  readonly events = new SessionEvents();
  readonly privatePage = new PrivatePage();
  readonly files = new Map<string, KeptFile>();
  /** Whether its next browser starts in the profile that the engine keeps, if it keeps one. */
  keepsProfile = false;
  /** Who calls tools here, as far as it has introduced itself. */
  caller: Caller | undefined;
  readonly #options: ConversationOptions;
  #start: BrowserStart | undefined;
  #session: BrowserSession | undefined;
  #restored: string | undefined;
  // Guards held and tasks waiting for their turn.
  #users = 0;
  // They keep the conversation, but not its browser.
  #watchers = 0;
  #idleTimer: unknown;
  readonly #resting: Resting;
  #turn: Promise<unknown> = Promise.resolve();
  #endFeed = () => {};
  readonly #typed = new TypedText((text) => this.masker.learnTyped(text));
  #isPrivateDriveUntold = false;
  // A person's last input may reach a busy page after they gave back control.
  #ready: Promise<void> = Promise.resolve();

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#resting = new Resting(options.restAfter);
    this.lease = new ControlLease(options.lease, () => this.current?.live?.goPrivate());
    this.events.subscribe((event) => this.privatePage.note(event));
    let isDriven = false;
    this.lease.subscribe((control) => {
      this.events.add({ type: 'control', control });
      this.#typed.end();
      if (control.isPrivate && control.holder.kind === 'viewer') this.#isPrivateDriveUntold = true;
      const wasDriven = isDriven;
      isDriven = control.holder.kind === 'viewer';
      if (isDriven && !wasDriven) this.#enter();
      if (!isDriven && wasDriven) this.#leave();
    });
  }

  get id(): string {
    return this.#options.id;
  }

  get observer(): CallObserver {
    return this.#options.observer;
  }

  get follower(): ConversationFollower | undefined {
    return this.#options.follower;
  }

  get secrets(): Secrets {
    return this.#options.secrets;
  }

  /** False for a browser that died, though the next call restarts it. */
  get hasBrowser(): boolean {
    return this.#start !== undefined && this.#session?.alive !== false;
  }

  get isResting(): boolean {
    return this.#resting.isAsleep;
  }

  get isLost(): boolean {
    return this.#session?.alive === false;
  }

  /** The open browser, if any; never starts one. */
  get current(): BrowserSession | undefined {
    return this.#session?.alive ? this.#session : undefined;
  }

  /** Holds the browser, and starts it if there is none. Concurrent first calls share one start. */
  async browser(): Promise<BrowserGuard> {
    const lost = this.#session?.alive === false ? this.#session : undefined;
    if (lost) this.#forget();
    // A page that ends its browser again is not opened a third time, or it could never be left.
    const restore = lost?.lastUrl === this.#restored ? undefined : lost?.lastUrl;
    if (!this.#start) this.#restored = restore;
    this.#start ??= this.#open(restore);
    const start = this.#start;
    // Enter before the start, so that the idle timer cannot close the browser before its first use.
    this.#enter();
    let session: BrowserSession;
    try {
      session = await start.wait();
      await Promise.all([this.#ready, this.#resting.wake()]);
    } catch (thrown) {
      this.#leave();
      throw thrown;
    }
    let held = true;
    return {
      session,
      [Symbol.dispose]: () => {
        if (session.alive) this.#restored = undefined;
        if (held) this.#leave();
        held = false;
      },
    };
  }

  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    this.#enter();
    const turn = this.#turn.then(run).finally(() => this.#leave());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Keeps the conversation, without its browser, until disposed. */
  watch(): Disposable {
    if (this.#users + this.#watchers === 0) this.#options.onUsed(this);
    this.#watchers++;
    void this.#resting.wake();
    let isWatching = true;
    return {
      [Symbol.dispose]: () => {
        if (isWatching) this.#watchers--;
        isWatching = false;
        this.#restIfUnused();
        this.#dropIfUnused();
      },
    };
  }

  /** Hides from the agent what a person types in private. */
  noteInput(message: DriverMessage): void {
    if (this.lease.state.isPrivate) this.#typed.note(message);
  }

  /** Whether a person drove in private since this was last asked, and does no longer. */
  takePrivateDrive(): boolean {
    const isUntold = this.#isPrivateDriveUntold && !this.lease.state.isPrivate;
    if (isUntold) this.#isPrivateDriveUntold = false;
    return isUntold;
  }

  /** Asks a person to do something in the browser, which they find at `address` or the address of the conversation. */
  async askUser(input: RequestInput, address?: string): Promise<UserQuestion> {
    const link = address ?? (await this.#options.liveLink?.());
    return askUser(this, input, link);
  }

  reportRestored(url: string): void {
    this.events.add({ type: 'restored', url: publicAddress(url) });
  }

  /** Ends the browser; false when there was none. */
  async close(): Promise<boolean> {
    clearTimeout(this.#idleTimer);
    this.#resting.stop();
    const start = this.#start;
    start?.leaveQueue();
    this.#forget();
    this.#dropIfUnused();
    const session = await start?.session.catch(() => undefined);
    await session?.close();
    return session !== undefined;
  }

  #open(restore: string | undefined): BrowserStart {
    const { keepsProfile } = this;
    const start = new BrowserStart(
      async (queued) => {
        const session = await this.#options.open({ restore, keepsProfile, ...queued });
        // It may have been closed before it was ready.
        if (this.#start === start) this.#follow(session, restore);
        return session;
      },
      (place) => this.events.add({ type: 'queued', ...place }),
    );
    // Also where no call waits any more.
    start.session.catch(() => {
      if (this.#start === start) this.#forget();
    });
    return start;
  }

  #follow(session: BrowserSession, restored: string | undefined): void {
    this.#session = session;
    const stop = feedSession(session, this, {
      onLost: () => {
        this.events.add({ type: 'crash' });
        this.#endFeed();
      },
      onDriven: (ready) => (this.#ready = ready.catch(() => {})),
    });
    const closed = this.observer.opened();
    this.#endFeed = () => {
      this.#endFeed = () => {};
      stop();
      closed();
      this.lease.close();
      this.events.add({ type: 'browser_active', active: false });
    };
    this.events.add({ type: 'browser_active', active: true });
    if (restored) this.reportRestored(restored);
  }

  #forget(): void {
    this.files.clear();
    this.#start = undefined;
    this.#session = undefined;
    this.#endFeed();
  }

  #enter(): void {
    if (this.#users + this.#watchers === 0) this.#options.onUsed(this);
    this.#users++;
    clearTimeout(this.#idleTimer);
    void this.#resting.wake();
  }

  #leave(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#restIfUnused();
    // Nobody waits for this, so a failure to close has no receiver.
    if (this.#start) this.#idleTimer = setTimeout(() => this.close().catch(() => {}), this.#options.idleTimeout);
    else this.#dropIfUnused();
  }

  #restIfUnused(): void {
    if (this.#users + this.#watchers === 0 && this.current) this.#resting.start(this.current);
  }

  #dropIfUnused(): void {
    if (this.#users + this.#watchers === 0 && !this.#start) this.#options.onUnused(this);
  }
}
