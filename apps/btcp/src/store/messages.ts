import type { Message, MessagePart } from '../contract/types.js';
import type { Database } from './database.js';

/** `output` is the full text that the model reads. */
export type KeptPart = MessagePart & { output?: string };
export type KeptMessage = Omit<Message, 'parts'> & { parts: KeptPart[] };

/** Stored part by part, so that streaming does not rewrite a long answer. */
export class MessageTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string, session: string): KeptMessage[] {
    const of = 'WHERE agent = ? AND session = ?';
    const messages = this.#database.all<{ id: string; body: string }>(
      `SELECT id, body FROM messages ${of} ORDER BY number`,
      agent,
      session,
    );
    const parts = this.#database.all<{ message: string; body: string }>(
      `SELECT message, body FROM parts WHERE message IN (SELECT id FROM messages ${of}) ORDER BY position`,
      agent,
      session,
    );
    const byId = new Map<string, KeptMessage>(messages.map(({ id, body }) => [id, { ...JSON.parse(body), parts: [] }]));
    for (const { message, body } of parts) byId.get(message)?.parts.push(JSON.parse(body));
    return [...byId.values()];
  }

  add(agent: string, session: string, { parts, ...message }: KeptMessage): void {
    this.#database.together(() => {
      const sql = 'INSERT INTO messages (id, agent, session, body) VALUES (?, ?, ?, ?)';
      this.#database.run(sql, message.id, agent, session, JSON.stringify(message));
      for (const [position, part] of parts.entries()) this.setPart(message.id, position, part);
    });
  }

  update({ parts: _, ...message }: KeptMessage): void {
    this.#database.run('UPDATE messages SET body = ? WHERE id = ?', JSON.stringify(message), message.id);
  }

  setPart(message: string, position: number, part: KeptPart): void {
    const sql = 'INSERT OR REPLACE INTO parts (message, position, body) VALUES (?, ?, ?)';
    this.#database.run(sql, message, position, JSON.stringify(part));
  }
}

export function shownMessage({ parts, ...message }: KeptMessage): Message {
  return { ...message, parts: parts.map(({ output: _, ...part }) => part as MessagePart) };
}
