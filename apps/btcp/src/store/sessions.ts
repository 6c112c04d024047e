import type { Session, TokenUsage } from '../contract/types.js';
import type { Database, Statements } from './port/database.js';

interface Row {
  agent: string;
  id: string;
  created: number;
  updated: number;
  title: string;
  run: string;
  usage: string;
  written: number;
}

const NO_USAGE: TokenUsage = { input: 0, output: 0, cached: 0 };
const COLUMNS = 'agent, id, created, updated, title, run, usage, written';

/** A session, and the number of the last event that its stored messages include. */
export interface PlacedSession {
  session: Session;
  usage: TokenUsage;
  position: number;
}

export class SessionTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(agent: string): Promise<Session[]> {
    const sql = `SELECT ${COLUMNS} FROM sessions WHERE agent = ? ORDER BY updated DESC, created DESC`;
    return (await this.#database.all<Row>(sql, agent)).map(sessionOf);
  }

  async get(agent: string, id: string): Promise<Session | undefined> {
    return (await placedSession(this.#database, agent, id))?.session;
  }

  async add({ agent, id, created, updated, title, run }: Session): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.run(
        `INSERT INTO sessions (agent, id, created, updated, title, run, usage) VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (agent, id) DO NOTHING`,
        agent,
        id,
        created,
        updated,
        title,
        JSON.stringify(run),
        JSON.stringify(NO_USAGE),
      );
      await within.publishChange({ of: 'sessions', agent });
    });
  }

  async setTitle(agent: string, id: string, title: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.publish(agent, id, { type: 'title', title });
      await within.run('UPDATE sessions SET title = ? WHERE agent = ? AND id = ?', title, agent, id);
    });
  }

  async addUsage(agent: string, id: string, used: TokenUsage, runner?: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      const { usage: total } = (await placedSession(within, agent, id)) ?? { usage: { ...NO_USAGE } };
      for (const kind of ['input', 'output', 'cached'] as const) total[kind] += used[kind];
      await within.publish(agent, id, { type: 'usage', total }, runner);
      await within.run('UPDATE sessions SET usage = ? WHERE agent = ? AND id = ?', JSON.stringify(total), agent, id);
    });
  }

  async filesChanged(agent: string, id: string): Promise<void> {
    await this.#database.transaction((within) => within.publish(agent, id, { type: 'files' }));
  }

  async remove(agent: string, id: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.run('DELETE FROM sessions WHERE agent = ? AND id = ?', agent, id);
      const messages = 'SELECT id FROM messages WHERE agent = ? AND session = ?';
      await within.run(`DELETE FROM parts WHERE message IN (${messages})`, agent, id);
      for (const table of ['messages', 'actions', 'shares']) {
        await within.run(`DELETE FROM ${table} WHERE agent = ? AND session = ?`, agent, id);
      }
      await within.publishChange({ of: 'sessions', agent });
    });
  }
}

export async function placedSession(within: Statements, agent: string, id: string): Promise<PlacedSession | undefined> {
  const row = await within.get<Row>(`SELECT ${COLUMNS} FROM sessions WHERE agent = ? AND id = ?`, agent, id);
  return row && { session: sessionOf(row), usage: JSON.parse(row.usage), position: row.written };
}

function sessionOf({ agent, id, created, updated, title, run }: Row): Session {
  return { id, agent, title, created, updated, run: JSON.parse(run) };
}
