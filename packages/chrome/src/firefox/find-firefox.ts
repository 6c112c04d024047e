import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BtcpError } from '@btcp/protocol';

const NAMES = ['firefox-esr', 'firefox'];

export function findFirefox(): string {
  const named = process.env.BTCP_FIREFOX;
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
  if (path !== undefined) return path;
  throw new BtcpError('browser_unavailable', 'No Firefox was found.', {
    hint: 'Install one (apt-get install firefox-esr), or name one with BTCP_FIREFOX.',
  });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
