import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { BtcpError } from '@btcp/tools';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { AppEvent } from '../../contract/types.js';
import { LISTED, SessionHub, type WorkspaceChange } from '../../events/session-hub.js';
import type { DatabaseAddress } from '../../settings/database.js';
import type { Database, Following, Runner, Statements, Transaction, Value } from '../port/database.js';
import { poolConfig } from './connection.js';
import { EventReader } from './event-reader.js';
import { Heartbeat } from './heartbeat.js';
import { migratePostgres } from './migrations.js';
import { CHANNEL, Notifications } from './notifications.js';
import { isAway, isConflict, postgresFault } from './postgres-fault.js';

const MAX_TRIES = 3;

/** One database for many servers: what one of them writes, the others hear of. */
export class PostgresDatabase implements Database {
  readonly hub = new SessionHub();
  readonly server: string = randomUUID();
  readonly isShared = true;
  readonly livingServers = Heartbeat.LIVING;
  readonly #pool: Pool;
  readonly #notifications: Notifications;
  readonly #heartbeat: Heartbeat;
  readonly #readers = new Map<string, Set<EventReader>>();

  static async open(address: DatabaseAddress): Promise<PostgresDatabase> {
    // Loaded late: most servers have no such database.
    const { Pool: PgPool } = createRequire(import.meta.url)('pg') as typeof import('pg');
    const pool = new PgPool(poolConfig(address));
    // A connection that breaks between two queries: the next one fails, or opens another.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const database = new PostgresDatabase(pool);
    try {
      await database.#with((client) => migratePostgres(client));
      await database.#heartbeat.start();
      await database.#notifications.start();
      return database;
    } catch (thrown) {
      await database.close();
      throw thrown;
    }
  }

  private constructor(pool: Pool) {
    this.#pool = pool;
    this.#heartbeat = new Heartbeat(this, this.server);
    this.#notifications = new Notifications(pool, {
      onSession: (agent, session) => this.#poke(keyOf(agent, session)),
      onChange: (change) => this.hub.publishChange(change),
      onReconnect: () => {
        for (const key of this.#readers.keys()) this.#poke(key);
        this.hub.publishChange({ of: 'everything' });
      },
    });
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    await this.#with((client) => statements(client).run(sql, ...values));
  }

  all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#with((client) => statements(client).all<Row>(sql, ...values));
  }

  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.#with((client) => statements(client).get<Row>(sql, ...values));
  }

  async transaction<T>(work: (within: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#with((client) => bracketed(client, 'BEGIN', () => work(transaction(client))));
      } catch (thrown) {
        if (tries === MAX_TRIES || !isConflict(Object(thrown).cause)) throw thrown;
      }
    }
  }

  snapshot<T>(work: (within: Statements) => Promise<T>): Promise<T> {
    const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    return this.#with((client) => bracketed(client, begin, () => work(statements(client))));
  }

  follow(agent: string, session: string, deliver: (event: AppEvent) => void, onGap: () => void): Following {
    const key = keyOf(agent, session);
    const readers = this.#readers.get(key) ?? new Set();
    const reader = new EventReader(this, { agent, session, deliver, onGap });
    this.#readers.set(key, readers.add(reader));
    return {
      from: (position) => reader.from(position),
      stop: () => {
        reader.stop();
        readers.delete(reader);
        if (readers.size === 0) this.#readers.delete(key);
      },
    };
  }

  get isAlive(): boolean {
    return this.#heartbeat.isHeld;
  }

  onLost(listener: () => void): void {
    this.#heartbeat.onLost = listener;
  }

  whyNotReady(): string | undefined {
    return this.#heartbeat.isBeating ? undefined : 'The database of the workspace does not answer.';
  }

  async close(): Promise<void> {
    await this.#heartbeat.stop();
    await this.#notifications.stop();
    await this.#pool.end();
  }

  #poke(key: string): void {
    for (const reader of this.#readers.get(key) ?? []) reader.poke();
  }

  async #with<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let isBroken = false;
    try {
      client = await this.#pool.connect();
      return await work(client);
    } catch (thrown) {
      isBroken = isAway(thrown);
      throw postgresFault(thrown);
    } finally {
      client?.release(isBroken);
    }
  }
}

async function bracketed<T>(client: ClientBase, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (thrown) {
    if (!isAway(thrown)) await client.query('ROLLBACK');
    throw thrown;
  }
}

function statements(client: ClientBase): Statements {
  const ask = (sql: string, values: Value[]) => client.query(numbered(sql), values.map(storable));
  return {
    run: async (sql, ...values) => void (await ask(sql, values)),
    all: async <Row>(sql: string, ...values: Value[]) => (await ask(sql, values)).rows as Row[],
    get: async <Row>(sql: string, ...values: Value[]) => (await ask(sql, values)).rows[0] as Row | undefined,
  };
}

function transaction(client: ClientBase): Transaction {
  const within = statements(client);
  const notify = (news: unknown) => within.run('SELECT pg_notify(?, ?)', CHANNEL, JSON.stringify(news));
  const publishChange = (change: WorkspaceChange) => notify({ change });
  return {
    ...within,
    publishChange,
    async settle(agent, session, runner) {
      await number(within, 'written = events', { agent, session, runner });
    },
    async publish(agent, session, event, runner) {
      // Pieces of a text are not in the stored message yet: a reader goes on after the last whole one.
      const written = event.type === 'delta' ? 'written' : 'events + 1';
      const set = `events = events + 1, written = ${written}`;
      const next = await number(within, set, { agent, session, runner });
      const sql = 'INSERT INTO events (agent, session, number, body) VALUES (?, ?, ?, ?)';
      await within.run(sql, agent, session, next, JSON.stringify(event));
      await notify({ agent, session });
      if (LISTED.has(event.type)) await publishChange({ of: 'sessions', agent });
    },
  };
}

// The row stays locked until the transaction ends, so nobody sees a later number first.
async function number(
  within: Statements,
  set: string,
  { agent, session, runner }: { agent: string; session: string; runner: Runner },
): Promise<number> {
  const sql = `UPDATE sessions SET ${set} WHERE agent = ? AND id = ?`;
  const row = await (runner === undefined
    ? within.get<{ events: number }>(`${sql} RETURNING events`, agent, session)
    : within.get<{ events: number }>(`${sql} AND runner = ? RETURNING events`, agent, session, runner));
  if (row) return row.events;
  throw new BtcpError('cancelled', `Session "${session}" is no longer run by this server.`, {
    hint: 'It was removed, or another server has gone on with it.',
  });
}

const numberedSql = new Map<string, string>();

function numbered(sql: string): string {
  const known = numberedSql.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replaceAll('?', () => `$${++count}`);
  numberedSql.set(sql, text);
  return text;
}

// PostgreSQL has no character 0.
function storable(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function keyOf(agent: string, session: string): string {
  return `${agent}/${session}`;
}
