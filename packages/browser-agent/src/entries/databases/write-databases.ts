import type { SavedDatabase, SavedStore } from '@btcp/protocol';
import { requested } from './requested.js';
import { restoredValue } from './saved-value.js';

export async function writeDatabases(saved: readonly SavedDatabase[]): Promise<void> {
  for (const each of saved) {
    const database = (await openAlike(each)) ?? (await createEmpty(each));
    try {
      if (each.stores.length > 0) await fill(database, each.stores);
    } finally {
      database.close();
    }
  }
}

// A page may have it open, which would hold up its deletion.
async function openAlike({ name, version, stores }: SavedDatabase): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.transaction?.abort();
  const database = await requested(request).catch(() => undefined);
  const names = stores.map((store) => store.name).sort();
  if (database?.version === version && `${[...database.objectStoreNames].sort()}` === `${names}`) return database;
  database?.close();
  return undefined;
}

async function createEmpty({ name, version, stores }: SavedDatabase): Promise<IDBDatabase> {
  await requested(indexedDB.deleteDatabase(name));
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const store of stores) create(request.result, store);
  };
  return requested(request);
}

function create(database: IDBDatabase, { name, keyPath, autoIncrement, indexes }: SavedStore): void {
  const store = database.createObjectStore(name, { keyPath, autoIncrement });
  for (const index of indexes) {
    store.createIndex(index.name, index.keyPath, { unique: index.unique, multiEntry: index.multiEntry });
  }
}

async function fill(database: IDBDatabase, stores: readonly SavedStore[]): Promise<void> {
  const transaction = database.transaction(
    stores.map(({ name }) => name),
    'readwrite',
  );
  for (const { name, keyPath, rows } of stores) {
    const store = transaction.objectStore(name);
    store.clear();
    for (const { key, value } of rows) {
      if (keyPath === null) store.put(restoredValue(value), restoredValue(key) as IDBValidKey);
      else store.put(restoredValue(value));
    }
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('It was aborted.'));
  });
}
