import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { makeFolder, runDirectory } from './directories.js';
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
    makeFolder(parent, 'TMPDIR');
    assertOwn(parent);
    sweep(parent);
    // Claimed under a name that a sweep passes over, so that no other process takes it for one that was left behind.
    const unclaimed = mkdtempSync(join(parent, `.${process.pid}-`));
    claim(unclaimed);
    this.path = join(parent, basename(unclaimed).slice(1));
    renameSync(unclaimed, this.path);
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
    if (name.startsWith('.') || livingOwner(folder)) continue;
    killProcessesOf(folder);
    try {
      rmSync(folder, REMOVE);
    } catch {
      // Another process is at it, or the next sweep will be.
    }
  }
}

/** The folder is at a known place: someone else may have made it to read along. */
function assertOwn(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o170077) === 0o040000);
  if (isOwn) return;
  throw new BtcpError('denied', `${folder} belongs to someone else, or others can read it.`, {
    hint: 'Remove it, or set TMPDIR to a folder of your own.',
  });
}
