import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whom Chrome asks on Linux which program an address such as `mailto:` or `zoommtg:` belongs to. */
const REFEREE = 'xdg-settings';

/**
 * Has Chrome take itself for the program of every kind of address. Otherwise it hands mail addresses to the mail program
 * of this machine, and asks for the rest in a window that nobody sees and that holds back all input. It knows no flag
 * and no setting against that.
 */
export function asOnlyProgram(profile: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return environment;
  const folder = join(profile, 'programs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, REFEREE), '#!/bin/sh\necho yes\n', { mode: 0o755 });
  return { ...environment, PATH: [folder, environment.PATH].filter(Boolean).join(delimiter) };
}
