import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '../directories.js';

/** The token of this user's servers: made at the first start, in a file that only the user can read. */
export function userToken(): string {
  const file = join(stateDirectory(), 'token');
  mkdirSync(stateDirectory(), { recursive: true, mode: 0o700 });
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === '') rmSync(file);
  // Written aside and linked when whole: two servers that start together agree on one token, and none reads half of it.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Makes a new token, for the servers that start from now on. */
export function rotateToken(): string {
  rmSync(join(stateDirectory(), 'token'), { force: true });
  return userToken();
}
