import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '../directories.js';

/** The token of this user's servers: made at the first start, in a file that only the user can read. */
export function userToken(): string {
  const file = join(stateDirectory(), 'token');
  mkdirSync(stateDirectory(), { recursive: true, mode: 0o700 });
  try {
    // Fails when the file is there, so that two servers that start together agree on one token.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  return readFileSync(file, 'utf8').trim();
}
