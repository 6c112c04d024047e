import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { userDirectory } from './user-directory.js';

/** Downloaded browsers; `BTCP_CACHE` moves it. */
export function cacheDirectory(): string {
  return process.env.BTCP_CACHE || userDirectory('XDG_CACHE_HOME', '.cache', 'Caches');
}

/** Named profiles; `BTCP_DATA` moves it. */
export function dataDirectory(): string {
  return process.env.BTCP_DATA || userDirectory('XDG_DATA_HOME', '.local/share');
}

export function runDirectory(): string {
  const user = process.getuid?.() ?? process.env.USERNAME ?? 'user';
  return join(tmpdir(), `btcp-${user}`);
}

/** Makes a folder for this user only; `setting` is named in the error. */
export function makeFolder(path: string, setting: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (cause) {
    const [, reason = String(cause)] = /^\w+: (.*?),/.exec((cause as Error).message) ?? [];
    throw new BtcpError('denied', `The folder ${path} cannot be written to: ${reason}.`, {
      hint: `Allow it, or name another folder with ${setting}.`,
      cause,
    });
  }
}
