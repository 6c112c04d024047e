import { isAbsolute, relative, sep } from 'node:path';

/** The caller resolves links first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !isAbsolute(way) && way.split(sep)[0] !== '..';
}
