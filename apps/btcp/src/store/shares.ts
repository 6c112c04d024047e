import type { Share } from '../contract/types.js';
import type { Database, Transaction } from './port/database.js';

export interface SharedSession {
  agent: string;
  session: string;
  role: Share['role'];
}

export class ShareTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string, session: string): Promise<Share[]> {
    const sql = 'SELECT person, role FROM shares WHERE agent = ? AND session = ? ORDER BY person';
    return this.#database.all(sql, agent, session);
  }

  withPerson(person: string): Promise<SharedSession[]> {
    return this.#database.all('SELECT agent, session, role FROM shares WHERE person = ?', person);
  }

  async put(agent: string, session: string, { person, role }: Share): Promise<void> {
    await this.#database.transaction(async (within) => {
      const sql = `INSERT INTO shares (agent, session, person, role) VALUES (?, ?, ?, ?)
        ON CONFLICT (agent, session, person) DO UPDATE SET role = excluded.role`;
      await within.run(sql, agent, session, person, role);
      await publishShares(within, agent);
    });
  }

  async remove(agent: string, session: string, person: string): Promise<boolean> {
    return this.#database.transaction(async (within) => {
      const sql = 'DELETE FROM shares WHERE agent = ? AND session = ? AND person = ? RETURNING person';
      if (!(await within.get(sql, agent, session, person))) return false;
      await publishShares(within, agent);
      return true;
    });
  }
}

async function publishShares(within: Transaction, agent: string): Promise<void> {
  await within.publishChange({ of: 'agents' });
  await within.publishChange({ of: 'sessions', agent });
}
