import { BtcpError } from '@btcp/tools';
import type { Database, Transaction, Value } from './port/database.js';

// Every table, and the columns that are copied. What is under way in sessions belongs to servers, and is not.
const TABLES = {
  agents: ['slug', 'created', 'body'],
  sessions: ['agent', 'id', 'created', 'updated', 'title', 'run', 'usage'],
  messages: ['number', 'id', 'agent', 'session', 'body'],
  parts: ['message', 'position', 'body'],
  actions: ['number', 'agent', 'session', 'source', 'body'],
  states: ['agent', 'name', 'created', 'body'],
  merges: ['number', 'agent', 'wins', 'body'],
  origins: ['agent', 'origin', 'seen'],
  shares: ['agent', 'session', 'person', 'role'],
  settings: ['name', 'body'],
} as const;

const NUMBERED = ['messages', 'actions', 'merges'] as const;

type Table = keyof typeof TABLES;

export async function copyWorkspace(from: Database, to: Database): Promise<Record<Table, number>> {
  const tables = Object.keys(TABLES) as Table[];
  return to.transaction(async (within) => {
    for (const table of tables) await assertEmpty(within, table);
    const counts = {} as Record<Table, number>;
    for (const table of tables) counts[table] = await copyTable(from, within, table);
    for (const table of NUMBERED) {
      const sequence = `pg_get_serial_sequence('${table}', 'number')`;
      await within.run(`SELECT setval(${sequence}, (SELECT max(number) FROM ${table})) FROM ${table} LIMIT 1`);
    }
    return counts;
  });
}

async function copyTable(from: Database, within: Transaction, table: Table): Promise<number> {
  const columns = TABLES[table];
  const names = columns.join(', ');
  const rows = await from.all<Record<string, Value>>(`SELECT ${names} FROM ${table}`);
  const sql = `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
  for (const row of rows) await within.run(sql, ...columns.map((column) => row[column] ?? null));
  return rows.length;
}

async function assertEmpty(within: Transaction, table: Table): Promise<void> {
  if (!(await within.get(`SELECT 1 FROM ${table} LIMIT 1`))) return;
  throw new BtcpError('invalid_input', `The database has a workspace already: its table ${table} is not empty.`, {
    hint: 'Nothing was copied. Give --database a database without one.',
  });
}
