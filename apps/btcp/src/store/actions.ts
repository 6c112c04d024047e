import type { RecordedAction } from '../contract/types.js';
import type { Database } from './database.js';

export class ActionTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string, session: string): RecordedAction[] {
    const sql = 'SELECT number, body FROM actions WHERE agent = ? AND session = ? ORDER BY number';
    const rows = this.#database.all<{ number: number; body: string }>(sql, agent, session);
    return rows.map(({ number, body }) => ({ id: number, ...JSON.parse(body) }));
  }

  add(agent: string, session: string, action: Omit<RecordedAction, 'id'>): RecordedAction {
    const sql = 'INSERT INTO actions (agent, session, body) VALUES (?, ?, ?)';
    return { id: this.#database.run(sql, agent, session, JSON.stringify(action)), ...action };
  }
}
