import type { WorkspaceChange } from '../events/session-hub.js';
import type { Database } from './port/database.js';

export class SettingTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get<T>(name: string): Promise<T | undefined> {
    const row = await this.#database.get<{ body: string }>('SELECT body FROM settings WHERE name = ?', name);
    return row && JSON.parse(row.body);
  }

  async put(name: string, value: unknown, change: WorkspaceChange): Promise<void> {
    await this.#database.transaction(async (within) => {
      const sql = `INSERT INTO settings (name, body) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET body = excluded.body`;
      await within.run(sql, name, JSON.stringify(value));
      await within.publishChange(change);
    });
  }
}
