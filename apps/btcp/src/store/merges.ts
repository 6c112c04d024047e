import type { StateChange } from '@btcp/tools';
import type { Database } from './port/database.js';

export interface Merge {
  number: number;
  wins: boolean;
  changes: StateChange[];
}

// More are not copied: each is visited when a copy is made.
const MAX_ORIGINS = 50;

/** Changes that are still to be merged into an agent's profile, and the origins whose storage is copied. */
export class MergeTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(agent: string): Promise<Merge[]> {
    const sql = 'SELECT number, wins, body FROM merges WHERE agent = ? ORDER BY number';
    const rows = await this.#database.all<{ number: number; wins: number; body: string }>(sql, agent);
    return rows.map(({ number, wins, body }) => ({ number, wins: wins === 1, changes: JSON.parse(body) }));
  }

  async add(agent: string, changes: readonly StateChange[], wins: boolean): Promise<void> {
    const sql = 'INSERT INTO merges (agent, wins, body) VALUES (?, ?, ?)';
    await this.#database.run(sql, agent, wins ? 1 : 0, JSON.stringify(changes));
  }

  /** The profile has it, unless its browser is killed before it has written everything. */
  async setMade(number: number): Promise<void> {
    await this.#database.run('UPDATE merges SET wins = 0 WHERE number = ?', number);
  }

  async remove(numbers: Iterable<number>): Promise<void> {
    await this.#database.transaction(async (within) => {
      for (const number of numbers) await within.run('DELETE FROM merges WHERE number = ?', number);
    });
  }

  async origins(agent: string): Promise<string[]> {
    const sql = 'SELECT origin FROM origins WHERE agent = ? ORDER BY seen DESC LIMIT ?';
    const rows = await this.#database.all<{ origin: string }>(sql, agent, MAX_ORIGINS);
    return rows.map(({ origin }) => origin);
  }

  async saw(agent: string, origin: string): Promise<void> {
    const sql = `INSERT INTO origins (agent, origin, seen) VALUES (?, ?, ?)
      ON CONFLICT (agent, origin) DO UPDATE SET seen = excluded.seen`;
    await this.#database.run(sql, agent, origin, Date.now());
  }
}
