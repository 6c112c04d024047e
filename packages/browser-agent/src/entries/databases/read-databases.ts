import type { SavedDatabase, SavedStore } from '@btcp/protocol';
import { counted } from '@btcp/protocol';
import { requested } from './requested.js';
import { NotSavable, savedValue } from './saved-value.js';

export interface ReadDatabases {
  databases: SavedDatabase[];
  leftOut: string[];
}

export async function readDatabases(mostBytes: number): Promise<ReadDatabases> {
  const read: ReadDatabases = { databases: [], leftOut: [] };
  const budget = { left: mostBytes };
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    try {
      const database = await openExisting(name);
      try {
        read.databases.push(await readDatabase(database, read.leftOut, budget));
      } finally {
        database.close();
      }
    } catch (thrown) {
      read.leftOut.push(`database ${quoted(name)} (${thrown instanceof Error ? thrown.message : thrown})`);
    }
  }
  return read;
}

async function openExisting(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  // The database was deleted a moment ago and must not be created again.
  request.onupgradeneeded = () => request.transaction?.abort();
  return requested(request);
}

async function readDatabase(
  database: IDBDatabase,
  leftOut: string[],
  budget: { left: number },
): Promise<SavedDatabase> {
  const { name, version, objectStoreNames } = database;
  const saved: SavedDatabase = { name, version, stores: [] };
  if (objectStoreNames.length === 0) return saved;
  const transaction = database.transaction(objectStoreNames);
  // Requested all at once, because an idle transaction ends.
  const contents = [...objectStoreNames].map((each) => {
    const store = transaction.objectStore(each);
    return { store: describe(store), rows: Promise.all([requested(store.getAllKeys()), requested(store.getAll())]) };
  });
  for (const { store, rows } of contents) {
    const [keys, values] = await rows;
    const reasons = new Map<string, number>();
    for (const [index, key] of keys.entries()) {
      const row = await savedRow(key, values[index], budget);
      if (typeof row === 'string') reasons.set(row, (reasons.get(row) ?? 0) + 1);
      else store.rows.push(row);
    }
    for (const [reason, count] of reasons) {
      const entries = counted(count, 'entry', 'entries');
      leftOut.push(`${entries} of ${quoted(store.name)} in the database ${quoted(name)} (${reason})`);
    }
    saved.stores.push(store);
  }
  return saved;
}

async function savedRow(
  key: IDBValidKey,
  value: unknown,
  budget: { left: number },
): Promise<SavedStore['rows'][number] | string> {
  try {
    const reading: Promise<void>[] = [];
    const row = { key: savedValue(key, reading), value: savedValue(value, reading) };
    await Promise.all(reading);
    const size = JSON.stringify(row).length;
    if (size > budget.left) return 'too large';
    budget.left -= size;
    return row;
  } catch (thrown) {
    return thrown instanceof NotSavable ? thrown.message : 'cannot be read';
  }
}

function describe(store: IDBObjectStore): SavedStore {
  const indexes = [...store.indexNames].map((each) => {
    const { name, keyPath, unique, multiEntry } = store.index(each);
    return { name, keyPath, unique, multiEntry };
  });
  const { name, keyPath, autoIncrement } = store;
  return { name, keyPath, autoIncrement, indexes, rows: [] };
}

const MAX_NAME = 60;

function quoted(name: string): string {
  return JSON.stringify(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
}
