import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a file or folder aside and moves it into place when it is whole, so that nobody ever finds half of it.
 * `make` gets an empty folder and resolves with the path of what is to be moved.
 */
export async function placeWhole(target: string, make: (folder: string) => Promise<string>): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const aside = await mkdtemp(join(dirname(target), '.partial-'));
  try {
    const made = await make(aside);
    try {
      await rename(made, target);
    } catch (cause) {
      // Another process was first, and its copy is whole too.
      if (!existsSync(target)) throw cause;
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
