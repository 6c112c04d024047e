import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SavedDatabase } from '@btcp/protocol';

const FILE = createRequire(import.meta.url).resolve('btcp-browser-agent/databases.js');

export function readingDatabases(mostBytes: number): string {
  return `${source()}.read(${mostBytes})`;
}

export function writingDatabases(databases: readonly SavedDatabase[]): string {
  return databases.length === 0 ? '' : `await ${source()}.write(${JSON.stringify(databases)});`;
}

function source(): string {
  return readFileSync(FILE, 'utf8').trim().replace(/;$/, '');
}
