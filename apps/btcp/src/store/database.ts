import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeFolder } from '@btcp/chrome/directories';
import { claim, livingOwner, ownerFile } from '@btcp/chrome/owner';
import { BtcpError } from '@btcp/tools';
import { databaseFault } from './database-fault.js';

type Sqlite = typeof import('node-sqlite3-wasm');

type Value = string | number | null;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS agents (slug TEXT PRIMARY KEY, created INTEGER, body TEXT);
  CREATE TABLE IF NOT EXISTS sessions (
    agent TEXT, id TEXT, created INTEGER, updated INTEGER, title TEXT, run TEXT, usage TEXT, PRIMARY KEY (agent, id));
  CREATE TABLE IF NOT EXISTS messages (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE, agent TEXT, session TEXT, body TEXT);
  CREATE INDEX IF NOT EXISTS messages_of_session ON messages (agent, session);
  CREATE TABLE IF NOT EXISTS parts (message TEXT, position INTEGER, body TEXT, PRIMARY KEY (message, position));
  CREATE TABLE IF NOT EXISTS actions (number INTEGER PRIMARY KEY, agent TEXT, session TEXT, body TEXT);
  CREATE INDEX IF NOT EXISTS actions_of_session ON actions (agent, session);
  CREATE TABLE IF NOT EXISTS states (agent TEXT, name TEXT, created INTEGER, body TEXT, PRIMARY KEY (agent, name));
  CREATE TABLE IF NOT EXISTS merges (number INTEGER PRIMARY KEY, agent TEXT, wins INTEGER, body TEXT);
  CREATE TABLE IF NOT EXISTS origins (agent TEXT, origin TEXT, seen INTEGER, PRIMARY KEY (agent, origin));
  CREATE TABLE IF NOT EXISTS shares (
    agent TEXT, session TEXT, person TEXT, role TEXT, PRIMARY KEY (agent, session, person));
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, body TEXT);
`;

export class Database {
  readonly #sqlite: InstanceType<Sqlite['Database']>;
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string) {
    makeFolder(folder, 'BTCP_DATA');
    this.#folder = folder;
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
  }

  run(sql: string, ...values: Value[]): number {
    return this.#ask(() => Number(this.#sqlite.run(sql, values).lastInsertRowid));
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return this.#ask(() => this.#sqlite.all(sql, values) as Row[]);
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return this.#ask(() => (this.#sqlite.get(sql, values) ?? undefined) as Row | undefined);
  }

  together(change: () => void): void {
    this.run('BEGIN');
    try {
      change();
      this.run('COMMIT');
    } catch (thrown) {
      // On a full disk SQLite has rolled back already.
      if (this.#sqlite.inTransaction) this.run('ROLLBACK');
      throw thrown;
    }
  }

  close(): void {
    this.#sqlite.close();
    rmSync(ownerFile(this.#folder), { force: true });
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
    sqlite.exec(SCHEMA);
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
      hint: 'Use that one, end it, or give this one a folder of its own with BTCP_DATA.',
    });
  }
  rmSync(ownerFile(folder), { force: true });
  claim(folder);
}
