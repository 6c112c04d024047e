import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { isInside } from './is-inside.js';

/** The real paths of files that may be given to pages. A path that is not absolute is looked for in the first folder. */
export async function uploadableFiles(paths: readonly string[], folders: readonly string[]): Promise<string[]> {
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => resolve(folder))));
  return Promise.all(paths.map((path) => uploadableFile(resolve(allowed[0] ?? '.', path), allowed)));
}

async function uploadableFile(path: string, folders: readonly string[]): Promise<string> {
  // What a link leads to counts, not where it lies. Of what is elsewhere not even the existence is told.
  const real = await realpath(path).catch(() => undefined);
  if (!folders.some((folder) => isInside(folder, real ?? path))) {
    throw new BtcpError('denied', `${path} is in no folder that files may be uploaded from.`, {
      hint: `The folders are: ${folders.join(', ')}.`,
    });
  }
  if (real !== undefined && (await stat(real)).isFile()) return real;
  throw new BtcpError('invalid_input', `There is no file ${path}.`, { hint: 'Check the path.' });
}
