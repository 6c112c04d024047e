import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runDirectory } from './directories.js';
import { killProcessesOf } from './kill-processes.js';
import { claim, livingOwner } from './owner.js';

const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/**
 * The folder where this process keeps what its browsers need for as long as they run. It names its owner, so that a
 * later process can tell what a killed one left behind.
 */
export class RunFolder {
  readonly path: string;

  constructor() {
    const parent = runDirectory();
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    sweep(parent);
    this.path = mkdtempSync(join(parent, `${process.pid}-`));
    claim(this.path);
  }

  /** A new empty folder for one browser. */
  async createProfile(): Promise<string> {
    return mkdtemp(join(this.path, 'profile-'));
  }

  async remove(): Promise<void> {
    await removeFolder(this.path);
  }
}

/** Removes a folder that a browser may only just have let go of. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, REMOVE);
}

/** Ends the browsers and removes the profiles of owners that are gone. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (livingOwner(folder)) continue;
    killProcessesOf(folder);
    rmSync(folder, REMOVE);
  }
}
