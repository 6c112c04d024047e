import { lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { makeFolder, runDirectory } from './directories.js';
import { killProcessesOf } from './kill-processes.js';
import { claim, livingOwner } from './owner.js';

const REMOVE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/** The folder names its owner, so that a later process can clean up. */
export class RunFolder {
  readonly path: string;

  constructor() {
    const parent = runDirectory();
    makeFolder(parent, 'TMPDIR');
    assertOwn(parent);
    sweep(parent);
    // A sweep skips this name, so nobody removes the folder before it has an owner.
    const unclaimed = mkdtempSync(join(parent, `.${process.pid}-`));
    claim(unclaimed);
    this.path = join(parent, basename(unclaimed).slice(1));
    renameSync(unclaimed, this.path);
  }

  async createProfile(): Promise<string> {
    return mkdtemp(join(this.path, 'profile-'));
  }

  async remove(): Promise<void> {
    await removeFolder(this.path);
  }
}

/** A browser may only just have released it. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, REMOVE);
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    if (name.startsWith('.') || livingOwner(folder)) continue;
    killProcessesOf(folder);
    try {
      rmSync(folder, REMOVE);
    } catch {
      // Another process is removing it, or the next sweep will.
    }
  }
}

// Another user may have made the folder to read its files.
function assertOwn(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o170077) === 0o040000);
  if (isOwn) return;
  throw new BtcpError('denied', `${folder} belongs to someone else, or others can read it.`, {
    hint: 'Remove it, or set TMPDIR to a folder of your own.',
  });
}
