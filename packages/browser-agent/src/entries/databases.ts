// Bundled into one script, run while the state of a browser is saved or restored; its value is this object.
import { readDatabases } from './databases/read-databases.js';
import { writeDatabases } from './databases/write-databases.js';

export const databases = {
  /** As JSON, which keeps every character of a text as it is. */
  read: async (mostBytes: number): Promise<string> => JSON.stringify(await readDatabases(mostBytes)),
  write: writeDatabases,
};
