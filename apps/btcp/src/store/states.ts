import type { BrowserState } from '@btcp/tools';
import type { SavedState } from '../contract/types.js';
import type { Database } from './port/database.js';

export class StateTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string): Promise<SavedState[]> {
    return this.#database.all('SELECT name, created FROM states WHERE agent = ? ORDER BY name', agent);
  }

  async get(agent: string, name: string): Promise<BrowserState | undefined> {
    const sql = 'SELECT body FROM states WHERE agent = ? AND name = ?';
    const row = await this.#database.get<{ body: string }>(sql, agent, name);
    return row && JSON.parse(row.body);
  }

  async put(agent: string, name: string, state: BrowserState): Promise<void> {
    const sql = `INSERT INTO states (agent, name, created, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (agent, name) DO UPDATE SET created = excluded.created, body = excluded.body`;
    await this.#database.run(sql, agent, name, Date.now(), JSON.stringify(state));
  }

  async remove(agent: string, name: string): Promise<boolean> {
    const sql = 'DELETE FROM states WHERE agent = ? AND name = ? RETURNING name';
    return (await this.#database.get(sql, agent, name)) !== undefined;
  }
}
