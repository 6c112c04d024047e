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

// What later versions added, in this order.
const MIGRATIONS = [
  `ALTER TABLE sessions ADD COLUMN runner TEXT;
   ALTER TABLE sessions ADD COLUMN answer TEXT;
   ALTER TABLE sessions ADD COLUMN queued INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sessions ADD COLUMN stopping INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE sessions ADD COLUMN written INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE actions ADD COLUMN source TEXT;
   CREATE UNIQUE INDEX actions_of_source ON actions (agent, session, source);`,
];

interface Sqlite {
  exec(sql: string): void;
  get(sql: string): unknown;
}

export function migrateSqlite(sqlite: Sqlite): void {
  sqlite.exec(SCHEMA);
  const { user_version: version } = sqlite.get('PRAGMA user_version') as { user_version: number };
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    sqlite.exec(`BEGIN; ${sql} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
