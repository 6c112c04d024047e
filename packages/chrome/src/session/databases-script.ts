import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SavedDatabase } from '@btcp/protocol';

const FILE = createRequire(import.meta.url).resolve('btcp-browser-agent/databases.js');

/** The script that tells what the databases of a page's origin hold, as JSON. */
export function readingDatabases(mostBytes: number): string {
  return `${source()}.read(${mostBytes})`;
}

/** The statement that makes databases anew in a page's origin. */
export function writingDatabases(databases: readonly SavedDatabase[]): string {
  return databases.length === 0 ? '' : `await ${source()}.write(${JSON.stringify(databases)});`;
}

/** Read when there is a state to save: few browsers ever have one. */
function source(): string {
  return readFileSync(FILE, 'utf8').trim().replace(/;$/, '');
}
