// The programs that the tests of the deploy guide need; npm does not bring them.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** `openssl` makes the certificates of the others. */
const PROGRAMS = ['caddy', 'nginx', 'haproxy', 'openssl'];

/** Debian keeps servers where only root looks. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/**
 * @param {string} program
 * @returns {string | undefined} its path
 */
export function findProgram(program) {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @returns {string[]} the programs that are not installed */
export function missingPrograms() {
  return PROGRAMS.filter((program) => findProgram(program) === undefined);
}
