import type { FleetWorker, OwnedSession, StateStore } from '@btcp/fleet';
import { within } from '@btcp/protocol';
import { type BrowserState, type Conversation, readBrowserState, type SessionEvent } from '@btcp/tools';
import type { Log } from '../observing/logging/log.js';

const CHECKPOINT_MS = 2_000;
// A page that hangs must not hold up the agent for longer.
const MAX_READ_MS = 5_000;

// After these a browser may be signed in to something else, or have something else open.
const CHANGES = new Set<SessionEvent['type']>(['tool_result', 'navigation', 'tab', 'driven', 'download']);

export interface CheckpointOptions {
  session: string;
  conversation: Conversation;
  worker: FleetWorker;
  states: StateStore;
  log: Log;
  onSaved(): void;
  onFailed(): void;
}

/** Saves what the browser of one session is signed in to and has open, some seconds after it changed. */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<boolean> = Promise.resolve(true);
  #last: { text: string; revision: number } | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#unsubscribe = options.conversation.events.subscribe(({ type }) => {
      if (CHANGES.has(type)) this.#timer ??= setTimeout(() => void this.save(), CHECKPOINT_MS);
    });
  }

  /** Saves now; false if that failed, which is logged. The next change tries again. */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#saving = this.#saving.then(() => this.#saveOnce());
    return this.#saving;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe();
  }

  async #saveOnce(): Promise<boolean> {
    const { session, log, onSaved, onFailed } = this.#options;
    try {
      await this.#write();
      onSaved();
      return true;
    } catch (cause) {
      log.write('warn', 'state not saved', { session, reason: (cause as Error).message });
      onFailed();
      return false;
    }
  }

  async #write(): Promise<void> {
    const { session, conversation, worker, states } = this.#options;
    const state = await conversation.exclusive(() => readNow(conversation));
    const text = state && JSON.stringify(state);
    const revision = worker.owned(session)?.revision;
    if (text === undefined || revision === undefined || !worker.holds(session)) return;
    if (text === this.#last?.text && revision === this.#last.revision) return;
    await states.save(session, revision, Buffer.from(text));
    this.#last = { text, revision };
    const older = worker.saved(session, revision);
    if (older !== undefined) await states.remove(session, older);
  }
}

// Never starts a browser.
async function readNow({ current }: Conversation): Promise<BrowserState | undefined> {
  if (!current?.saveState) return undefined;
  return within<BrowserState>(current.saveState(), MAX_READ_MS, () => {
    throw new Error(`The browser did not return its state within ${MAX_READ_MS / 1_000} seconds.`);
  });
}

export async function loadState(states: StateStore, { session, restoreFrom }: OwnedSession) {
  if (restoreFrom === undefined) return undefined;
  const text = await states.load(session, restoreFrom);
  return text && readBrowserState(JSON.parse(text.toString()));
}
