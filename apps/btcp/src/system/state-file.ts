import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type Owner } from '@btcp/chrome/owner';
import { ensureStateDirectory, stateDirectory } from './directories.js';

export interface ServerState extends Owner {
  url: string;
  token: string | null;
  data: string;
  socket?: string | undefined;
  /** Of the program; `btcp mcp` joins only its own. */
  version?: string | undefined;
  /** What was set for its browsers, as hashes by name. */
  browser?: Readonly<Record<string, string>> | undefined;
}

/** Registers this server; returns the one that is registered already, which stays. */
export function registerServer(state: ServerState): ServerState | undefined {
  const file = stateFile();
  const aside = `${file}.${process.pid}`;
  ensureStateDirectory();
  // Written aside and then linked: of two servers that start at once, only one is registered.
  writeFileSync(aside, JSON.stringify(state), { mode: 0o600 });
  try {
    for (;;) {
      if (isLinked(aside, file)) return undefined;
      const running = readServerState();
      // In a container, the previous process often had the same id.
      if (running && running.pid !== process.pid) return running;
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(aside, { force: true });
  }
}

export function readServerState(): ServerState | undefined {
  try {
    const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as ServerState;
    return isRunning(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

export function removeServerState(): void {
  if (readServerState()?.pid === process.pid) rmSync(stateFile(), { force: true });
}

function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

function stateFile(): string {
  return join(stateDirectory(), 'server.json');
}
