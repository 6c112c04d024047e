import type { BrowserState } from '@btcp/tools';
import type { SavedState } from '../contract/types.js';
import type { Database } from './database.js';

export class StateTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string): SavedState[] {
    return this.#database.all('SELECT name, created FROM states WHERE agent = ? ORDER BY name', agent);
  }

  get(agent: string, name: string): BrowserState | undefined {
    const sql = 'SELECT body FROM states WHERE agent = ? AND name = ?';
    const row = this.#database.get<{ body: string }>(sql, agent, name);
    return row && JSON.parse(row.body);
  }

  put(agent: string, name: string, state: BrowserState): void {
    const sql = 'INSERT OR REPLACE INTO states (agent, name, created, body) VALUES (?, ?, ?, ?)';
    this.#database.run(sql, agent, name, Date.now(), JSON.stringify(state));
  }

  remove(agent: string, name: string): boolean {
    const sql = 'DELETE FROM states WHERE agent = ? AND name = ? RETURNING name';
    return this.#database.all(sql, agent, name).length > 0;
  }
}
