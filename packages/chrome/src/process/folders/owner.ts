import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'btcp-owner.json';

export interface Owner {
  pid: number;
  /** Distinguishes processes with the same pid; only on Linux. */
  startedAt?: string | undefined;
}

export function thisProcess(): Owner {
  return { pid: process.pid, startedAt: startTime(process.pid) };
}

/** Claims a folder; fails with EEXIST where it has an owner. */
export function claim(folder: string): void {
  writeFileSync(join(folder, FILE), JSON.stringify(thisProcess()), { flag: 'wx' });
}

export function ownerFile(folder: string): string {
  return join(folder, FILE);
}

export function livingOwner(folder: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Owner;
    return isRunning(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process runs, and is not a later one with the same pid. */
export function isRunning(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return owner.startedAt === startTime(owner.pid);
}

function startTime(pid: number): string | undefined {
  try {
    // The 22nd field; the second may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}
