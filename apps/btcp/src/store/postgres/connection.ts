import type { PoolConfig } from 'pg';
import type { DatabaseAddress } from '../../settings/database.js';

const CONNECT_MS = 5_000;
// A database behind a broken network answers nothing at all.
const MAX_QUERY_MS = 10_000;
// Shorter than a query may take: a server that stands still in a change would keep all others from the session.
const MAX_PAUSE_MS = 5_000;
const MAX_CONNECTIONS = 10;

// Of `pg_type`: the kinds of whole numbers.
const WHOLE_NUMBERS = [20, 21, 23];

export function poolConfig({ url, tls }: DatabaseAddress): PoolConfig {
  return {
    connectionString: url,
    ssl: tls,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: MAX_QUERY_MS,
    idle_in_transaction_session_timeout: MAX_PAUSE_MS,
    keepAlive: true,
    application_name: 'btcp',
    // The driver would return large ones as text. Other columns are text.
    types: { getTypeParser: (id: number) => (WHOLE_NUMBERS.includes(id) ? Number : String) } as never,
  };
}
