import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path leads into a folder, and not to the folder itself; links are for the caller to follow first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}
