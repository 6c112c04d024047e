import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Moved into place when complete, so that no other process finds a part of it. */
export async function placeWhole(target: string, make: (folder: string) => Promise<string>): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const aside = await mkdtemp(join(dirname(target), '.partial-'));
  try {
    const made = await make(aside);
    try {
      await rename(made, target);
    } catch (cause) {
      if (!existsSync(target)) throw cause;
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
