import { within } from '@btcp/protocol';
import {
  type BrowserEngine,
  type BrowserSession,
  type BrowserState,
  changesToMake,
  type StateChange,
} from '@btcp/tools';

/** Changes of sessions that the profile of an agent has not got yet, or has not written yet. */
export interface PendingMerges {
  list(): Promise<{ number: number; wins: boolean; changes: StateChange[] }[]>;
  add(changes: readonly StateChange[], wins: boolean): Promise<void>;
  setMade(number: number): Promise<void>;
  remove(numbers: Iterable<number>): Promise<void>;
  origins(): Promise<string[]>;
  saw(origin: string): Promise<void>;
}

// A page that hangs must not hold up another session for longer.
const READ_MS = 10_000;

/** The browser in the profile of an agent, and the changes that other sessions of the agent made in copies of it. */
export class KeptBrowser {
  readonly #pending: PendingMerges;
  #session: BrowserSession | undefined;
  #made = new Set<number>();
  #merged: StateChange[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(pending: PendingMerges) {
    this.#pending = pending;
  }

  follow(engine: BrowserEngine): BrowserEngine {
    return {
      maxStarts: engine.maxStarts,
      person: engine.person,
      open: async (...asked) => {
        const session = await engine.open(...asked);
        this.#begin(session);
        await this.merge();
        return session;
      },
      stopStarts: () => engine.stopStarts?.(),
      close: () => engine.close(),
    };
  }

  async read(): Promise<BrowserState | undefined> {
    const session = this.#session?.alive ? this.#session : undefined;
    const reading = session?.saveState?.({ origins: await this.#pending.origins() });
    return reading && within<BrowserState | undefined>(reading, READ_MS, () => undefined);
  }

  /** Makes the changes that are pending, if the browser is open. A failed one is tried again with the next browser. */
  merge(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#merge()).catch(() => {});
    return this.#turn;
  }

  async #merge(): Promise<void> {
    const session = this.#session;
    for (const { number, wins, changes } of await this.#pending.list()) {
      if (this.#made.has(number) || !session?.alive) continue;
      const current = await session.saveState?.({ origins: originsOf(changes) });
      if (!current) return;
      await session.changeState?.(changesToMake(changes, current, { wins, merged: this.#merged }));
      this.#merged.push(...changes);
      this.#made.add(number);
      await this.#pending.setMade(number);
    }
  }

  #begin(session: BrowserSession): void {
    this.#session = session;
    const made = new Set<number>();
    this.#made = made;
    this.#merged = [];
    const close = session.close.bind(session);
    session.close = async () => {
      if (this.#session === session) this.#session = undefined;
      await this.#turn;
      await close();
      // What cannot be removed now is made again, and loses to newer changes.
      await this.#pending.remove(made).catch(() => {});
    };
  }
}

function originsOf(changes: readonly StateChange[]): string[] {
  return [...new Set(changes.flatMap((change) => (change.kind === 'cookie' ? [] : change.origin)))];
}
