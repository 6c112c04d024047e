import { BtcpError } from '@btcp/tools';
import type { ClientBase } from 'pg';

// Each is run once, in this order, and never changed afterwards. Names sort by their bytes, as in SQLite.
const MIGRATIONS = [
  `CREATE TABLE agents (slug text COLLATE "C" PRIMARY KEY, created bigint NOT NULL, body text NOT NULL);
   CREATE TABLE sessions (
     agent text COLLATE "C", id text COLLATE "C", created bigint NOT NULL, updated bigint NOT NULL,
     title text NOT NULL, run text NOT NULL, usage text NOT NULL,
     runner text, answer text, queued integer NOT NULL DEFAULT 0, stopping integer NOT NULL DEFAULT 0,
     events bigint NOT NULL DEFAULT 0, written bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (agent, id));
   CREATE INDEX sessions_with_runner ON sessions (runner) WHERE runner IS NOT NULL;
   CREATE TABLE messages (
     number bigserial PRIMARY KEY, id text UNIQUE NOT NULL, agent text NOT NULL, session text NOT NULL, body text NOT NULL);
   CREATE INDEX messages_of_session ON messages (agent, session);
   CREATE TABLE parts (
     message text, position integer, body text NOT NULL, PRIMARY KEY (message, position));
   CREATE TABLE actions (
     number bigserial PRIMARY KEY, agent text NOT NULL, session text NOT NULL, source text, body text NOT NULL);
   CREATE UNIQUE INDEX actions_of_source ON actions (agent, session, source);
   CREATE TABLE states (
     agent text, name text COLLATE "C", created bigint NOT NULL, body text NOT NULL, PRIMARY KEY (agent, name));
   CREATE TABLE merges (
     number bigserial PRIMARY KEY, agent text NOT NULL, wins integer NOT NULL, body text NOT NULL);
   CREATE TABLE origins (agent text, origin text, seen bigint NOT NULL, PRIMARY KEY (agent, origin));
   CREATE TABLE shares (
     agent text, session text, person text COLLATE "C", role text NOT NULL, PRIMARY KEY (agent, session, person));
   CREATE TABLE settings (name text PRIMARY KEY, body text NOT NULL);
   CREATE TABLE events (
     agent text COLLATE "C", session text COLLATE "C", number bigint, created timestamptz NOT NULL DEFAULT now(), body text NOT NULL,
     PRIMARY KEY (agent, session, number),
     FOREIGN KEY (agent, session) REFERENCES sessions (agent, id) ON DELETE CASCADE);
   CREATE INDEX events_by_age ON events (created);
   CREATE TABLE servers (id text PRIMARY KEY, seen timestamptz NOT NULL DEFAULT now());`,
];

// Any number that nothing else in the database takes.
const LOCK = 4_700_001;

/** Brings the tables up to date; several servers may start at once. */
export async function migratePostgres(client: ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS btcp_migrations (number integer PRIMARY KEY)');
    const { rows } = await client.query('SELECT coalesce(max(number), 0) AS version FROM btcp_migrations');
    const { version } = rows[0] as { version: number };
    if (version > MIGRATIONS.length) throw newerTables(version);
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < version) continue;
      await client.query(sql);
      await client.query('INSERT INTO btcp_migrations VALUES ($1)', [index + 1]);
    }
    await client.query('COMMIT');
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => {});
    throw thrown;
  }
}

function newerTables(version: number): BtcpError {
  return new BtcpError(
    'internal',
    `The tables of the database are of a newer version of btcp (${version}, this one knows ${MIGRATIONS.length}).`,
    { hint: 'Start the newer version, or give this one its own database.' },
  );
}
