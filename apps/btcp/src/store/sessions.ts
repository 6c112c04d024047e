import type { RunState, Session, TokenUsage } from '../contract/types.js';
import type { Database } from './database.js';

interface Row {
  agent: string;
  id: string;
  created: number;
  updated: number;
  title: string;
  run: string;
  usage: string;
}

const NO_USAGE: TokenUsage = { input: 0, output: 0, cached: 0 };

export class SessionTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string): Session[] {
    const sql = 'SELECT * FROM sessions WHERE agent = ? ORDER BY updated DESC, created DESC';
    return this.#database.all<Row>(sql, agent).map(sessionOf);
  }

  get(agent: string, id: string): Session | undefined {
    const row = this.#row(agent, id);
    return row && sessionOf(row);
  }

  add({ agent, id, created, updated, title, run }: Session): void {
    this.#database.run(
      'INSERT INTO sessions (agent, id, created, updated, title, run, usage) VALUES (?, ?, ?, ?, ?, ?, ?)',
      agent,
      id,
      created,
      updated,
      title,
      JSON.stringify(run),
      JSON.stringify(NO_USAGE),
    );
  }

  setTitle(agent: string, id: string, title: string): void {
    this.#database.run('UPDATE sessions SET title = ? WHERE agent = ? AND id = ?', title, agent, id);
  }

  setRun(agent: string, id: string, run: RunState): void {
    const sql = 'UPDATE sessions SET run = ?, updated = ? WHERE agent = ? AND id = ?';
    this.#database.run(sql, JSON.stringify(run), Date.now(), agent, id);
  }

  usage(agent: string, id: string): TokenUsage {
    const row = this.#row(agent, id);
    return row ? JSON.parse(row.usage) : NO_USAGE;
  }

  setUsage(agent: string, id: string, usage: TokenUsage): void {
    this.#database.run('UPDATE sessions SET usage = ? WHERE agent = ? AND id = ?', JSON.stringify(usage), agent, id);
  }

  remove(agent: string, id: string): void {
    this.#database.together(() => {
      const messages = 'SELECT id FROM messages WHERE agent = ? AND session = ?';
      this.#database.run(`DELETE FROM parts WHERE message IN (${messages})`, agent, id);
      for (const table of ['messages', 'actions', 'shares']) {
        this.#database.run(`DELETE FROM ${table} WHERE agent = ? AND session = ?`, agent, id);
      }
      this.#database.run('DELETE FROM sessions WHERE agent = ? AND id = ?', agent, id);
    });
  }

  interrupted(): Session[] {
    const sql = `SELECT * FROM sessions WHERE run ->> 'state' IN ('running', 'waiting')`;
    return this.#database.all<Row>(sql).map(sessionOf);
  }

  #row(agent: string, id: string): Row | undefined {
    return this.#database.get<Row>('SELECT * FROM sessions WHERE agent = ? AND id = ?', agent, id);
  }
}

function sessionOf({ agent, id, created, updated, title, run }: Row): Session {
  return { id, agent, title, created, updated, run: JSON.parse(run) };
}
