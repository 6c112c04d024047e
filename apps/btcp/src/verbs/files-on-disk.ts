import { readFile, writeFile } from 'node:fs/promises';
import type { CommandFiles } from './run-line.js';

export const FILES_ON_DISK: CommandFiles = {
  read: (_, path) => readFile(path, 'utf8'),
  // What pages gave may be private: a saved state holds logins.
  write: (path, content) => writeFile(path, content, { mode: 0o600 }),
};
