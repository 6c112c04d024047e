// Bundled into one script, for the moment in which a state of a browser is saved or restored. Its completion value is this.
import { readDatabases } from './databases/read-databases.js';
import { writeDatabases } from './databases/write-databases.js';

export const databases = {
  /** As JSON, which keeps every character of a text as it is. */
  read: async (mostBytes: number): Promise<string> => JSON.stringify(await readDatabases(mostBytes)),
  write: writeDatabases,
};
