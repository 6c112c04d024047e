import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The session of commands that name none: one for each project, or for each folder outside of one. */
export function sessionOfFolder(folder: string): string {
  const place = projectAround(folder) ?? folder;
  const hash = createHash('sha256').update(place).digest('hex').slice(0, 6);
  return `${basename(place).replace(/[^\w.-]+/g, '-') || 'root'}-${hash}`;
}

function projectAround(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return place;
    if (place === dirname(place)) return undefined;
  }
}
