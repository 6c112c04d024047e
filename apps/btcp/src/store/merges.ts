import type { StateChange } from '@btcp/tools';
import type { Database } from './database.js';

/** What a session changed in its copy of the agent's signed-in state. */
export interface Merge {
  number: number;
  /** Whether it wins over what other sessions changed too. */
  wins: boolean;
  changes: StateChange[];
}

/** More are not copied: each is visited when a copy is made. */
const MAX_ORIGINS = 50;

/** Changes that are still to be merged into an agent's profile, and the origins whose storage is copied. */
export class MergeTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string): Merge[] {
    const sql = 'SELECT number, wins, body FROM merges WHERE agent = ? ORDER BY number';
    const rows = this.#database.all<{ number: number; wins: number; body: string }>(sql, agent);
    return rows.map(({ number, wins, body }) => ({ number, wins: wins === 1, changes: JSON.parse(body) }));
  }

  add(agent: string, changes: readonly StateChange[], wins: boolean): void {
    const sql = 'INSERT INTO merges (agent, wins, body) VALUES (?, ?, ?)';
    this.#database.run(sql, agent, wins ? 1 : 0, JSON.stringify(changes));
  }

  /** The profile has it, unless its browser is killed before it has written everything. */
  setMade(number: number): void {
    this.#database.run('UPDATE merges SET wins = 0 WHERE number = ?', number);
  }

  remove(numbers: Iterable<number>): void {
    this.#database.together(() => {
      for (const number of numbers) this.#database.run('DELETE FROM merges WHERE number = ?', number);
    });
  }

  origins(agent: string): string[] {
    const sql = 'SELECT origin FROM origins WHERE agent = ? ORDER BY seen DESC LIMIT ?';
    return this.#database.all<{ origin: string }>(sql, agent, MAX_ORIGINS).map(({ origin }) => origin);
  }

  saw(agent: string, origin: string): void {
    const sql = 'INSERT OR REPLACE INTO origins (agent, origin, seen) VALUES (?, ?, ?)';
    this.#database.run(sql, agent, origin, Date.now());
  }
}
