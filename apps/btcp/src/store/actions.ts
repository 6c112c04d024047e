import type { RecordedAction } from '../contract/types.js';
import type { Database } from './port/database.js';

export class ActionTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(agent: string, session: string): Promise<RecordedAction[]> {
    const sql = 'SELECT number, body FROM actions WHERE agent = ? AND session = ? ORDER BY number';
    const rows = await this.#database.all<{ number: number; body: string }>(sql, agent, session);
    return rows.map(({ number, body }) => ({ id: number, ...JSON.parse(body) }));
  }

  /** Several servers can see what one `source` did: the first one records it. */
  async add(agent: string, session: string, action: Omit<RecordedAction, 'id'>, source?: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      const row = await within.get<{ number: number }>(
        `INSERT INTO actions (agent, session, source, body) VALUES (?, ?, ?, ?)
          ON CONFLICT (agent, session, source) DO NOTHING RETURNING number`,
        agent,
        session,
        source ?? null,
        JSON.stringify(action),
      );
      if (row) await within.publish(agent, session, { type: 'action', action: { id: row.number, ...action } });
    });
  }
}
