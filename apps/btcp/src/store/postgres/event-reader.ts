import type { AppEvent } from '../../contract/types.js';
import type { Statements } from '../port/database.js';

interface EventReaderOptions {
  agent: string;
  session: string;
  deliver(event: AppEvent): void;
  onGap(): void;
}

interface Row {
  newest: number;
  number: number | null;
  body: string | null;
}

const MAX_AT_ONCE = 500;
const RETRY_MS = 1_000;

/** Delivers the events of a session after a position, each once and in order. */
export class EventReader {
  readonly #database: Statements;
  readonly #options: EventReaderOptions;
  #position: number | undefined;
  #isReading = false;
  #isPoked = false;
  #isStopped = false;

  constructor(database: Statements, options: EventReaderOptions) {
    this.#database = database;
    this.#options = options;
  }

  from(position: number): void {
    this.#position = position;
    this.poke();
  }

  poke(): void {
    this.#isPoked = true;
    if (!this.#isReading && this.#position !== undefined) void this.#read();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#isPoked && !this.#isStopped) {
      this.#isPoked = false;
      // A database that is away comes back; the position is kept.
      await this.#readOnce().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
        this.#isPoked = true;
      });
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const { agent, session, deliver, onGap } = this.#options;
    const position = this.#position ?? 0;
    const rows = await this.#database.all<Row>(
      `SELECT s.events AS newest, e.number, e.body FROM sessions s
        LEFT JOIN events e ON e.agent = s.agent AND e.session = s.id AND e.number > ?
        WHERE s.agent = ? AND s.id = ? ORDER BY e.number LIMIT ${MAX_AT_ONCE}`,
      position,
      agent,
      session,
    );
    const isWhole = rows.every(
      ({ number, newest }, at) => (number ?? newest) === position + (number === null ? 0 : at + 1),
    );
    if (this.#isStopped) return;
    if (rows.length === 0 || !isWhole) {
      this.stop();
      onGap();
      return;
    }
    for (const { number, body } of rows) {
      if (number === null || body === null) continue;
      this.#position = number;
      deliver(JSON.parse(body));
    }
    if (rows.length === MAX_AT_ONCE) this.#isPoked = true;
  }
}
