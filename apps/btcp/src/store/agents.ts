import type { Agent } from '../contract/types.js';
import type { Database } from './database.js';

export class AgentTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Agent[] {
    const rows = this.#database.all<{ body: string }>('SELECT body FROM agents ORDER BY created, slug');
    return rows.map(({ body }) => JSON.parse(body));
  }

  get(slug: string): Agent | undefined {
    const row = this.#database.get<{ body: string }>('SELECT body FROM agents WHERE slug = ?', slug);
    return row && JSON.parse(row.body);
  }

  put(agent: Agent): void {
    const { slug, created } = agent;
    this.#database.run(
      'INSERT OR REPLACE INTO agents (slug, created, body) VALUES (?, ?, ?)',
      slug,
      created,
      JSON.stringify(agent),
    );
  }

  remove(slug: string): void {
    this.#database.together(() => {
      this.#database.run('DELETE FROM parts WHERE message IN (SELECT id FROM messages WHERE agent = ?)', slug);
      for (const table of ['messages', 'actions', 'sessions', 'states', 'shares', 'merges', 'origins']) {
        this.#database.run(`DELETE FROM ${table} WHERE agent = ?`, slug);
      }
      this.#database.run('DELETE FROM agents WHERE slug = ?', slug);
    });
  }
}
