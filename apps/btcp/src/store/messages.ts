import type { Message, MessagePart } from '../contract/types.js';
import type { Database, Runner, Statements, Transaction } from './port/database.js';

/** `output` is the full text that the model reads. */
export type KeptPart = MessagePart & { output?: string };
export type KeptMessage = Omit<Message, 'parts'> & { parts: KeptPart[] };

export interface MessagePlace {
  agent: string;
  session: string;
  runner?: Runner;
}

/** Stored part by part, so that streaming does not rewrite a long answer. */
export class MessageTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(agent: string, session: string): Promise<KeptMessage[]> {
    return this.#database.snapshot((within) => messagesOf(within, agent, session));
  }

  /** An answer that has its place already is replaced. */
  async add({ agent, session, runner }: MessagePlace, message: KeptMessage): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.publish(agent, session, { type: 'message', message: shownMessage(message) }, runner);
      await insertMessage(within, agent, session, message);
    });
  }

  async update({ agent, session, runner }: MessagePlace, message: KeptMessage): Promise<void> {
    const { parts: _, ...body } = message;
    await this.#database.transaction(async (within) => {
      await within.publish(agent, session, { type: 'message', message: shownMessage(message) }, runner);
      await within.run('UPDATE messages SET body = ? WHERE id = ?', JSON.stringify(body), message.id);
    });
  }

  async setPart({ agent, session, runner }: MessagePlace, message: KeptMessage, position: number): Promise<void> {
    const part = message.parts[position];
    if (!part) return;
    await this.#database.transaction(async (within) => {
      await within.publish(agent, session, { type: 'message', message: shownMessage(message) }, runner);
      await putPart(within, message.id, position, part);
    });
  }

  async keepPart(
    { agent, session, runner }: MessagePlace,
    id: string,
    position: number,
    part: KeptPart,
  ): Promise<void> {
    await this.#database.transaction(async (within) => {
      await within.settle(agent, session, runner);
      await putPart(within, id, position, part);
    });
  }

  /** Shows a piece of text at once; the part that it belongs to is stored from time to time. */
  async addText({ agent, session, runner }: MessagePlace, message: string, at: number, text: string): Promise<void> {
    await this.#database.transaction((within) =>
      within.publish(agent, session, { type: 'delta', message, at, text }, runner),
    );
  }
}

export async function messagesOf(within: Statements, agent: string, session: string): Promise<KeptMessage[]> {
  const of = 'WHERE agent = ? AND session = ?';
  const messages = await within.all<{ id: string; body: string }>(
    `SELECT id, body FROM messages ${of} ORDER BY number`,
    agent,
    session,
  );
  const parts = await within.all<{ message: string; body: string }>(
    `SELECT message, body FROM parts WHERE message IN (SELECT id FROM messages ${of}) ORDER BY position`,
    agent,
    session,
  );
  const byId = new Map<string, KeptMessage>(messages.map(({ id, body }) => [id, { ...JSON.parse(body), parts: [] }]));
  for (const { message, body } of parts) byId.get(message)?.parts.push(JSON.parse(body));
  return [...byId.values()];
}

export async function insertMessage(
  within: Transaction,
  agent: string,
  session: string,
  { parts, ...message }: KeptMessage,
): Promise<void> {
  await within.run(
    `INSERT INTO messages (id, agent, session, body) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
    message.id,
    agent,
    session,
    JSON.stringify(message),
  );
  for (const [position, part] of parts.entries()) await putPart(within, message.id, position, part);
}

export async function putPart(within: Statements, message: string, position: number, part: KeptPart): Promise<void> {
  const sql = `INSERT INTO parts (message, position, body) VALUES (?, ?, ?)
    ON CONFLICT (message, position) DO UPDATE SET body = excluded.body`;
  await within.run(sql, message, position, JSON.stringify(part));
}

export function shownMessage({ parts, ...message }: KeptMessage): Message {
  return { ...message, parts: parts.map(({ output: _, ...part }) => part as MessagePart) };
}
