import type { FileStore, FleetWorker, OwnedSession, StateStore } from '@btcp/fleet';
import { restoreState } from '@btcp/host';
import { BtcpError, sleep } from '@btcp/protocol';
import type { BrowserEngine, BrowserState, Conversation, Conversations } from '@btcp/tools';
import type { Log } from '../observing/logging/log.js';
import type { NamedToken } from '../system/named-tokens.js';
import { Checkpoints, loadState } from './checkpoints.js';
import { callerOfClaims } from './claims.js';
import { FileUploads } from './file-uploads.js';

export interface WorkerSessionsOptions {
  conversations: Conversations;
  states: StateStore;
  files: FileStore;
  log: Log;
  engineOf(caller: NamedToken): BrowserEngine | undefined;
}

interface Held {
  conversation: Conversation;
  watch: Disposable;
  checkpoints: Checkpoints;
  uploads: FileUploads;
  // Settles when its browser is as it was elsewhere.
  restored: Promise<void>;
  // Ends what is under way; false for what may be ended at any time.
  running: Map<AbortController, boolean>;
  lastUsed: number;
  hadBrowser: boolean;
  // Where people find its browser: at the gateway that asked last.
  liveLink: string | undefined;
  // It is given to another worker: no further request is served.
  isLeaving: boolean;
}

// A session that never had a browser keeps its slot for so long after its last request.
const UNUSED_MS = 20_000;
const MAX_CALL_MS = 5_000;
const LOOK_AGAIN_MS = 50;
const SAVE_AGAIN_MS = 500;
// A session whose state could not be saved begins again, and its next result reports the loss.
const NOTHING_SAVED: BrowserState = {
  cookies: [],
  storage: [],
  tabs: [{ url: 'about:blank', session: [], active: true }],
};

export class WorkerSessions {
  readonly #options: WorkerSessionsOptions;
  readonly #held = new Map<string, Held>();
  #worker: FleetWorker | undefined;
  checkpointCount = 0;
  failedCheckpointCount = 0;

  constructor(options: WorkerSessionsOptions) {
    this.#options = options;
  }

  /** Set once the server listens: its address is part of the lease. */
  serveFor(worker: FleetWorker): void {
    this.#worker = worker;
  }

  get count(): number {
    return this.#held.size;
  }

  liveLink(session: string): string | undefined {
    return this.#held.get(session)?.liveLink;
  }

  isLeaving(session: string): boolean {
    return this.#held.get(session)?.isLeaving ?? false;
  }

  /** Begins a request of an owned session: its browser is restored first. The controller is aborted if the session is lost. */
  async begin(
    owned: OwnedSession,
    isCall: boolean,
    liveLink?: string,
  ): Promise<{ ending: AbortController; done: () => void }> {
    const held = this.#held.get(owned.session) ?? this.#take(owned);
    const ending = new AbortController();
    held.running.set(ending, isCall);
    held.liveLink = liveLink ?? held.liveLink;
    const done = () => {
      held.running.delete(ending);
      held.lastUsed = performance.now();
    };
    try {
      await held.restored;
    } catch (thrown) {
      done();
      throw thrown;
    }
    return { ending, done };
  }

  /** Ends every call at once: another worker may have the sessions from now on. */
  fence(): void {
    this.#options.log.write('error', 'lease lost: no call is served until NATS answers');
    for (const { running } of this.#held.values()) abortAll(running);
  }

  async lose(session: string): Promise<void> {
    this.#options.log.write('warn', 'session lost to another worker', { session });
    this.#forget(session);
    await this.#options.conversations.close(session);
  }

  async releaseUnused(): Promise<void> {
    const unused = [...this.#held].filter(([, held]) => isUnused(held)).map(([session]) => session);
    await Promise.all(unused.map((session) => this.#giveUp(session, false)));
  }

  async moveAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((session) => this.#move(session)));
  }

  #take(owned: OwnedSession): Held {
    const { conversations, states, files, log, engineOf } = this.#options;
    const { session } = owned;
    // A viewer may come first: the session keeps to the hosts of who placed it.
    const caller = callerOfClaims(owned.claims);
    const conversation = conversations.get(session, caller && engineOf(caller));
    const held: Held = {
      conversation,
      watch: conversation.watch(),
      checkpoints: new Checkpoints({
        session,
        conversation,
        worker: this.#owner(),
        states,
        log,
        onSaved: () => this.checkpointCount++,
        onFailed: () => this.failedCheckpointCount++,
      }),
      uploads: new FileUploads({ session, conversation, worker: this.#owner(), files, log }),
      restored: conversation.hasBrowser ? Promise.resolve() : this.#restore(owned, conversation),
      running: new Map(),
      lastUsed: performance.now(),
      hadBrowser: conversation.hasBrowser,
      liveLink: undefined,
      isLeaving: false,
    };
    conversation.events.subscribe(({ type }) => {
      if (type === 'browser_active') held.hadBrowser = true;
    });
    this.#held.set(session, held);
    return held;
  }

  async #restore(owned: OwnedSession, conversation: Conversation): Promise<void> {
    const { session } = owned;
    try {
      const state = await this.#stateOf(owned);
      if (!state) return;
      await restoreState(conversation, state, { afterLoss: true });
      const url = state.tabs.find(({ active }) => active)?.url ?? state.tabs[0]?.url;
      conversation.reportRestored(url ?? 'about:blank');
    } catch (cause) {
      const { code, message } = BtcpError.from(cause);
      this.#options.log.write('error', 'session not restored', { session, code, reason: message });
      // Without a browser nothing can be served; without its state the session starts empty.
      if (code === 'busy' || code === 'browser_unavailable') {
        this.#forget(session);
        throw cause;
      }
    }
  }

  // Throws `busy` while NATS does not return it: an empty browser in its place would be a silent loss.
  async #stateOf(owned: OwnedSession): Promise<BrowserState | undefined> {
    const { states, log } = this.#options;
    const { session, restoreFrom, isLost } = owned;
    const nothing = restoreFrom === undefined && !isLost ? undefined : NOTHING_SAVED;
    try {
      return (await loadState(states, owned)) ?? nothing;
    } catch (cause) {
      const { code, message } = BtcpError.from(cause);
      log.write('error', 'state not read', { session, code, reason: message });
      if (code === 'denied' || cause instanceof SyntaxError) return nothing;
      throw new BtcpError('busy', `The saved state of session ${session} cannot be read now.`, {
        hint: 'NATS does not return it. Call again in some seconds.',
        cause,
      });
    }
  }

  async #move(session: string): Promise<void> {
    const held = this.#held.get(session);
    if (!held) return;
    held.isLeaving = true;
    const until = performance.now() + MAX_CALL_MS;
    while (hasCalls(held) && performance.now() < until) await sleep(LOOK_AGAIN_MS);
    const uploaded = held.uploads.save();
    while (!(await held.checkpoints.save()) && performance.now() < until) await sleep(SAVE_AGAIN_MS);
    await uploaded;
    await this.#giveUp(session, true);
  }

  async #giveUp(session: string, isMoving: boolean): Promise<void> {
    const held = this.#held.get(session);
    // A request that comes meanwhile is sent again by its gateway.
    if (held) held.isLeaving = true;
    const owned = this.#owner().owned(session);
    // Also without a saved state: the next worker reports that it is lost.
    const isKept = isMoving && (owned?.restoreFrom !== undefined || (held?.hadBrowser ?? false));
    await this.#owner()
      .release(session, isKept)
      .catch(() => false);
    if (held) abortAll(held.running);
    this.#forget(session);
    await this.#options.conversations.close(session);
    if (!isKept) await this.#removeStored(session, owned?.restoreFrom);
  }

  // What is stored goes with the browser, as on a server of its own.
  async #removeStored(session: string, restoreFrom: number | undefined): Promise<void> {
    const { states, files } = this.#options;
    if (restoreFrom !== undefined) await states.remove(session, restoreFrom).catch(() => {});
    await files.removeAll(session).catch(() => {});
  }

  #forget(session: string): void {
    const held = this.#held.get(session);
    if (!held) return;
    this.#held.delete(session);
    abortAll(held.running);
    held.checkpoints.stop();
    held.uploads.stop();
    held.watch[Symbol.dispose]();
  }

  #owner(): FleetWorker {
    if (!this.#worker) throw new BtcpError('busy', 'The worker is starting.', { hint: 'Call again in a second.' });
    return this.#worker;
  }
}

// A browser that was closed frees its slot at once; one that died is opened again by the next call.
function isUnused(held: Held): boolean {
  const { conversation, hadBrowser, lastUsed, isLeaving } = held;
  if (isLeaving || conversation.hasBrowser || conversation.isLost || hasCalls(held)) return false;
  return hadBrowser || performance.now() - lastUsed > UNUSED_MS;
}

function hasCalls({ running }: Held): boolean {
  return [...running.values()].some(Boolean);
}

function abortAll(running: ReadonlyMap<AbortController, boolean>): void {
  for (const ending of running.keys()) ending.abort();
}
