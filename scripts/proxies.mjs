// The programs that the tests of the deploy guide need; npm does not bring them.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
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

/**
 * The folder with the programs of PostgreSQL: that of `BTCP_POSTGRES`, or the newest of Debian.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [process.env.BTCP_POSTGRES ?? '', ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')));
}

/** @returns {string[]} the programs that are not installed */
export function missingPrograms() {
  return PROGRAMS.filter((program) => findProgram(program) === undefined);
}
