import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureStateDirectory, stateDirectory } from './directories.js';

/** How a client command of the same user finds the server. */
export interface ServerState {
  url: string;
  token: string | null;
  pid: number;
  /** Whether it ends by itself when it is not used. */
  lingers: boolean;
}

/**
 * Tells client commands of this server. The first stays the one that they find, unless it was started for a call only
 * and this one by a person.
 */
export function writeServerState(state: ServerState): void {
  const running = readServerState();
  // In a container, the process before this one often had the same id.
  if (running && running.pid !== process.pid && (state.lingers || !running.lingers)) return;
  ensureStateDirectory();
  const partial = `${stateFile()}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(state), { mode: 0o600 });
  renameSync(partial, stateFile());
}

/** The running server. What a killed one left behind is not told: its port may be someone else's by now. */
export function readServerState(): ServerState | undefined {
  try {
    const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as ServerState;
    process.kill(state.pid, 0);
    return state;
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
