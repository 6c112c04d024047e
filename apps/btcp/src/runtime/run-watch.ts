import { BtcpError } from '@btcp/tools';
import type { Store } from '../store/store.js';
import type { Runs } from './runs.js';

const WATCH_MS = 2_000;
const LOOK_AGAIN_MS = 100;
const MAX_STOP_MS = 15_000;
const DATABASE_LOST = 'The server that ran the agent lost its database.';

export class RunWatch {
  readonly #store: Store;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;

  constructor(store: Store, runs: Runs) {
    this.#store = store;
    const { database } = store;
    const obey = () => runs.obey().catch(() => {});
    database.onLost(() => void runs.stopAll(undefined, DATABASE_LOST));
    this.#stopListening = database.hub.onChange(({ of }) => {
      if (of === 'stopping' || of === 'everything') void obey();
    });
    this.#timer = setInterval(async () => {
      if (!database.isShared) return;
      await obey();
      // A database that is away is asked again at the next turn.
      await store.runs.stopOrphans().catch(() => {});
    }, WATCH_MS).unref();
  }

  async stopElsewhere(agent: string, session: string): Promise<void> {
    if (!this.#store.database.isShared) return;
    const until = performance.now() + MAX_STOP_MS;
    while (await this.#store.runs.askToStop(agent, session)) {
      if (performance.now() > until) {
        throw new BtcpError('timeout', 'The server that runs the agent does not stop it.', { hint: 'Try again.' });
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }
}
