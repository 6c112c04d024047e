// Packs every published package, as users would install it.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * @param {string} root of the repository
 * @param {string} folder for the archives
 * @returns {Promise<string[]>} their paths
 */
export async function packPackages(root, folder) {
  mkdirSync(folder, { recursive: true });
  const workspaces = publishedWorkspaces(root).flatMap((path) => ['--workspace', path]);
  await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder, ...workspaces], { cwd: root });
  const archives = readdirSync(folder).map((name) => join(folder, name));
  if (archives.length === 0) throw new Error('No package was packed.');
  return archives;
}

/**
 * @param {string} root of the repository
 * @returns {string[]} the folders of the packages that are published
 */
export function publishedWorkspaces(root) {
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return [...folders, 'apps/btcp'].filter(
    (folder) => !JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).private,
  );
}
