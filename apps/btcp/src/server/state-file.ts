import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '../directories.js';

/** How a client command of the same user finds the server. */
export interface ServerState {
  url: string;
  token: string | null;
  pid: number;
}

export function writeServerState(state: ServerState): void {
  mkdirSync(stateDirectory(), { recursive: true, mode: 0o700 });
  const partial = `${stateFile()}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 });
  renameSync(partial, stateFile());
}

export function readServerState(): ServerState | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(), 'utf8')) as ServerState;
  } catch {
    return undefined;
  }
}

/** Removes the file, unless a server that started later has made it its own. */
export function removeServerState(): void {
  if (readServerState()?.pid === process.pid) rmSync(stateFile(), { force: true });
}

function stateFile(): string {
  return join(stateDirectory(), 'server.json');
}
