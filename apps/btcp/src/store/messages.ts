import type { Message, MessagePart } from '../contract/types.js';
import type { Database } from './database.js';

/** A part as it is kept: with all that the model has read of a call, which pages are told in short. */
export type KeptPart = MessagePart & { output?: string };
export type KeptMessage = Omit<Message, 'parts'> & { parts: KeptPart[] };

/** What was said, part by part: a long answer is not written again with each word. */
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

  /** All but its parts. */
  update({ parts: _, ...message }: KeptMessage): void {
    this.#database.run('UPDATE messages SET body = ? WHERE id = ?', JSON.stringify(message), message.id);
  }

  setPart(message: string, position: number, part: KeptPart): void {
    const sql = 'INSERT OR REPLACE INTO parts (message, position, body) VALUES (?, ?, ?)';
    this.#database.run(sql, message, position, JSON.stringify(part));
  }
}

/** A message as people see it. */
export function shownMessage({ parts, ...message }: KeptMessage): Message {
  return { ...message, parts: parts.map(({ output: _, ...part }) => part as MessagePart) };
}
