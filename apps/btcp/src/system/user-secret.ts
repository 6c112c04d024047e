import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureStateDirectory } from './directories.js';

export function userSecret(name: string): string {
  const file = join(ensureStateDirectory(), name);
  if (existsSync(file) && readFileSync(file, 'utf8').trim() === '') rmSync(file);
  // Written aside and then linked: concurrent servers agree on one, and none reads half a file.
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
  // Backups may lose permissions.
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
