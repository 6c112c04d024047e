import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { isInside } from './is-inside.js';

/** Relative paths are in the first folder. */
export async function uploadableFiles(paths: readonly string[], folders: readonly string[]): Promise<string[]> {
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => resolve(folder))));
  return Promise.all(paths.map((path) => uploadableFile(resolve(allowed[0] ?? '.', path), allowed)));
}

async function uploadableFile(path: string, folders: readonly string[]): Promise<string> {
  // Links are resolved first, and the error reveals nothing about files elsewhere.
  const real = await realpath(path).catch(() => undefined);
  if (!folders.some((folder) => isInside(folder, real ?? path))) {
    throw new BtcpError('denied', `${path} is not in a folder that files may be uploaded from.`, {
      hint: `The folders are: ${folders.join(', ')}. Copy the file there, or ask the server's operator to add a folder with --upload-dir.`,
    });
  }
  if (real !== undefined && (await stat(real)).isFile()) return real;
  throw new BtcpError('invalid_input', `There is no file ${path}.`, { hint: 'Check the path.' });
}
