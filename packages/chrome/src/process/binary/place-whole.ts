import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Makes a file or folder in an empty folder and moves it into place when it is complete. */
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
