import type { Share } from '../contract/types.js';
import type { Database } from './database.js';

/** With whom sessions are shared. */
export class ShareTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string, session: string): Share[] {
    const sql = 'SELECT person, role FROM shares WHERE agent = ? AND session = ? ORDER BY person';
    return this.#database.all(sql, agent, session);
  }

  /** Every session that is shared with somebody. */
  withPerson(person: string): { agent: string; session: string; role: Share['role'] }[] {
    return this.#database.all('SELECT agent, session, role FROM shares WHERE person = ?', person);
  }

  put(agent: string, session: string, { person, role }: Share): void {
    const sql = 'INSERT OR REPLACE INTO shares (agent, session, person, role) VALUES (?, ?, ?, ?)';
    this.#database.run(sql, agent, session, person, role);
  }

  remove(agent: string, session: string, person: string): boolean {
    const sql = 'DELETE FROM shares WHERE agent = ? AND session = ? AND person = ? RETURNING person';
    return this.#database.all(sql, agent, session, person).length > 0;
  }
}
