import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '@btcp/cli';
const SCRIPT = fileURLToPath(new URL('../../bin/btcp.js', import.meta.url));

export const OWN_COMMAND: readonly [string, string] = [process.execPath, SCRIPT];

/** Starts this program from any folder: by its path, unless npx may remove that. */
export function startCommand(): readonly [string, ...string[]] {
  return isOfNpx() ? ['npx', '-y', PACKAGE] : OWN_COMMAND;
}

/** What a person can type here to run a command of this program, such as `token`. */
export function commandLine(command: string): string {
  if (isOnPath()) return `btcp ${command}`;
  if (isOfNpx()) return `npx ${PACKAGE} ${command}`;
  return `node ${SCRIPT.includes(' ') ? JSON.stringify(SCRIPT) : SCRIPT} ${command}`;
}

function isOfNpx(): boolean {
  return SCRIPT.includes(`${sep}_npx${sep}`);
}

function isOnPath(): boolean {
  const name = process.platform === 'win32' ? 'btcp.cmd' : 'btcp';
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    // npm adds these folders for the command it runs, and only for that.
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
  if (found === undefined) return false;
  // On Windows the file is a script that starts this one.
  return process.platform === 'win32' || realpathSync(found) === realpathSync(SCRIPT);
}
