import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeFolder } from '@btcp/chrome/directories';
import { claim, livingOwner, ownerFile } from '@btcp/chrome/owner';
import { BtcpError } from '@btcp/tools';
import type { AppEvent } from '../../contract/types.js';
import { SessionHub } from '../../events/session-hub.js';
import type { Database, Following, Statements, Transaction, Value } from '../port/database.js';
import { databaseFault } from './database-fault.js';
import { migrateSqlite } from './schema.js';

type Sqlite = typeof import('node-sqlite3-wasm');

/** One file, open in one process. It answers at once, behind the interface that PostgreSQL has too. */
export class SqliteDatabase implements Database {
  readonly hub = new SessionHub();
  readonly server = randomUUID();
  readonly livingServers: string;
  readonly isShared = false;
  readonly isAlive = true;
  readonly #sqlite: InstanceType<Sqlite['Database']>;
  readonly #folder: string;
  readonly #file: string;
  readonly #statements: Statements;
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    makeFolder(folder, 'BTCP_DATA');
    this.#folder = folder;
    this.livingServers = `SELECT '${this.server}'`;
    const file = join(folder, 'workspace.db');
    this.#file = file;
    take(folder);
    try {
      // A lock left by a killed process.
      rmSync(`${file}.lock`, { recursive: true, force: true });
      // It holds cookies and messages.
      writeFileSync(file, '', { flag: 'a', mode: 0o600 });
      this.#sqlite = open(file);
    } catch (cause) {
      // The next attempt must not find it locked.
      rmSync(ownerFile(folder), { force: true });
      throw databaseFault(file, cause);
    }
    this.#statements = {
      run: async (sql, ...values) => void this.#ask(() => this.#sqlite.run(sql, values)),
      all: async <Row>(sql: string, ...values: Value[]) => this.#ask(() => this.#sqlite.all(sql, values) as Row[]),
      get: async <Row>(sql: string, ...values: Value[]) =>
        this.#ask(() => (this.#sqlite.get(sql, values) ?? undefined) as Row | undefined),
    };
  }

  run(sql: string, ...values: Value[]): Promise<void> {
    return this.#inTurn(() => this.#statements.run(sql, ...values));
  }

  all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#inTurn(() => this.#statements.all<Row>(sql, ...values));
  }

  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return this.#inTurn(() => this.#statements.get<Row>(sql, ...values));
  }

  transaction<T>(work: (within: Transaction) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      const news: (() => void)[] = [];
      const within: Transaction = {
        ...this.#statements,
        publish: async (agent, session, event) => void news.push(() => this.hub.publish(agent, session, event)),
        publishChange: async (change) => void news.push(() => this.hub.publishChange(change)),
        settle: async () => {},
      };
      await this.#statements.run('BEGIN');
      let result: T;
      try {
        result = await work(within);
        await this.#statements.run('COMMIT');
      } catch (thrown) {
        // On a full disk SQLite has rolled back already.
        if (this.#sqlite.inTransaction) await this.#statements.run('ROLLBACK');
        throw thrown;
      }
      for (const publish of news) publish();
      return result;
    });
  }

  snapshot<T>(work: (within: Statements) => Promise<T>): Promise<T> {
    return this.#inTurn(() => work(this.#statements));
  }

  follow(agent: string, session: string, deliver: (event: AppEvent) => void): Following {
    return { from: () => {}, stop: this.hub.subscribe(agent, session, deliver) };
  }

  onLost(): void {}

  whyNotReady(): undefined {
    return undefined;
  }

  async close(): Promise<void> {
    await this.#inTurn(async () => this.#sqlite.close());
    rmSync(ownerFile(this.#folder), { force: true });
  }

  // There is one connection: a statement in between would become part of a transaction.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => {});
    return done;
  }

  #ask<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw databaseFault(this.#file, cause);
    }
  }
}

// Loaded late: a server without a workspace does not need it.
function open(file: string): InstanceType<Sqlite['Database']> {
  const { Database: SqliteDatabase } = createRequire(import.meta.url)('node-sqlite3-wasm') as Sqlite;
  const sqlite = new SqliteDatabase(file);
  try {
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrateSqlite(sqlite);
    return sqlite;
  } catch (thrown) {
    sqlite.close();
    throw thrown;
  }
}

// Two processes would corrupt the file.
function take(folder: string): void {
  const owner = livingOwner(folder);
  if (owner) {
    throw new BtcpError('busy', `The workspace is open in another server, process ${owner.pid}.`, {
      hint: 'Use that one, end it, or give this one its own folder with BTCP_DATA.',
    });
  }
  rmSync(ownerFile(folder), { force: true });
  claim(folder);
}
