import { renameSync, writeFileSync } from 'node:fs';

/** Writes JSON that only this user can read, and replaces the file at once, so that nobody reads half of it. */
export function writePrivate(file: string, value: unknown): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(value), { mode: 0o600 });
  renameSync(partial, file);
}
