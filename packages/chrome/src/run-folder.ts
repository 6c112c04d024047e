import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runDirectory } from './directories.js';
import { killProcessesOf } from './kill-processes.js';

/**
 * The folder where this process keeps the profiles of its browsers. It carries the owner's pid, so that a later
 * process can tell what a killed one left behind.
 */
export class RunFolder {
  readonly path: string;

  constructor() {
    const parent = runDirectory();
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    sweep(parent);
    this.path = join(parent, `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`);
    mkdirSync(this.path, { mode: 0o700 });
    writeFileSync(join(this.path, OWNER), JSON.stringify(thisProcess()));
  }

  /** A new empty folder for one browser. */
  async createProfile(): Promise<string> {
    return mkdtemp(join(this.path, 'profile-'));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const OWNER = 'owner.json';

interface Owner {
  pid: number;
  /** Tells a process from a later one with the same pid, as containers often have; only Linux says. */
  startedAt: string | undefined;
}

/** Ends the browsers and removes the profiles of owners that are gone. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const owner = readOwner(folder);
    if (owner && isRunning(owner)) continue;
    killProcessesOf(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

function readOwner(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, OWNER), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
  return owner.startedAt === startTime(owner.pid);
}

function thisProcess(): Owner {
  return { pid: process.pid, startedAt: startTime(process.pid) };
}

function startTime(pid: number): string | undefined {
  try {
    // The 22nd field; the second is the command in brackets and may hold spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}
