// Bundled into one script that saves or restores browser state; its value is this object.
import { readDatabases } from './databases/read-databases.js';
import { writeDatabases } from './databases/write-databases.js';

export const databases = {
  // JSON keeps every character of a text.
  read: async (mostBytes: number): Promise<string> => JSON.stringify(await readDatabases(mostBytes)),
  write: writeDatabases,
};
