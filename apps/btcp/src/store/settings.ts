import type { Database } from './database.js';

export class SettingTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get<T>(name: string): T | undefined {
    const row = this.#database.get<{ body: string }>('SELECT body FROM settings WHERE name = ?', name);
    return row && JSON.parse(row.body);
  }

  put(name: string, value: unknown): void {
    this.#database.run('INSERT OR REPLACE INTO settings (name, body) VALUES (?, ?)', name, JSON.stringify(value));
  }
}
