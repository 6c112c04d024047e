import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureStateDirectory, stateDirectory } from './directories.js';
import { writePrivate } from './write-private.js';

export interface ServerState {
  url: string;
  token: string | null;
  pid: number;
  lingers: boolean;
  /** Where commands are taken without HTTP. */
  socket?: string | undefined;
}

/** An earlier server stays registered, unless only it was started for a single call. */
export function writeServerState(state: ServerState): void {
  const running = readServerState();
  // In a container, the previous process often had the same id.
  if (running && running.pid !== process.pid && (state.lingers || !running.lingers)) return;
  ensureStateDirectory();
  writePrivate(stateFile(), state);
}

export function readServerState(): ServerState | undefined {
  try {
    const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as ServerState;
    process.kill(state.pid, 0);
    return state;
  } catch {
    return undefined;
  }
}

export function removeServerState(): void {
  if (readServerState()?.pid === process.pid) rmSync(stateFile(), { force: true });
}

function stateFile(): string {
  return join(stateDirectory(), 'server.json');
}
