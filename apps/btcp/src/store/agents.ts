import type { Agent } from '../contract/types.js';
import type { Database } from './port/database.js';

export class AgentTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<Agent[]> {
    const rows = await this.#database.all<{ body: string }>('SELECT body FROM agents ORDER BY created, slug');
    return rows.map(({ body }) => JSON.parse(body));
  }

  async get(slug: string): Promise<Agent | undefined> {
    const row = await this.#database.get<{ body: string }>('SELECT body FROM agents WHERE slug = ?', slug);
    return row && JSON.parse(row.body);
  }

  async add(agent: Agent): Promise<boolean> {
    const { slug, created } = agent;
    return this.#database.transaction(async (within) => {
      const sql = 'INSERT INTO agents (slug, created, body) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING slug';
      if (!(await within.get(sql, slug, created, JSON.stringify(agent)))) return false;
      await within.publishChange({ of: 'agents' });
      await within.publishChange({ of: 'sessions', agent: slug });
      return true;
    });
  }

  async put(agent: Agent): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.run('UPDATE agents SET body = ? WHERE slug = ?', JSON.stringify(agent), agent.slug);
      await within.publishChange({ of: 'agents' });
    });
  }

  async remove(slug: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.run('DELETE FROM sessions WHERE agent = ?', slug);
      await within.run('DELETE FROM parts WHERE message IN (SELECT id FROM messages WHERE agent = ?)', slug);
      for (const table of ['messages', 'actions', 'states', 'shares', 'merges', 'origins']) {
        await within.run(`DELETE FROM ${table} WHERE agent = ?`, slug);
      }
      await within.run('DELETE FROM agents WHERE slug = ?', slug);
      await within.publishChange({ of: 'agents' });
    });
  }
}
