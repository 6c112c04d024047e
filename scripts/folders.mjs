// Folders are layers: imports between the folders of a source root go one way. ARCHITECTURE.md says why.
import { existsSync, readdirSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { imports, sources } from './sources.mjs';

const MAX_LOOSE_FILES = 10;

/** @typedef {{ from: string, to: string }} Import of one file by another, both as paths inside the source root */

/**
 * @param {string} root of the repository
 * @returns {{ files: number, folders: number, violations: string[] }}
 */
export function checkFolders(root) {
  /** @type {string[]} */
  const violations = [];
  let [files, folders] = [0, 0];
  for (const sourceRoot of sourceRoots(root)) {
    const found = sources(join(root, sourceRoot)).map((file) => pathIn(join(root, sourceRoot), file));
    files += found.length;
    const loose = found.filter((file) => !file.includes('/'));
    if (loose.length > MAX_LOOSE_FILES)
      violations.push(`${sourceRoot} has ${loose.length} loose files, ${MAX_LOOSE_FILES} are allowed`);
    const all = importsBetween(join(root, sourceRoot), found);
    for (const folder of foldersOf(found)) {
      folders++;
      violations.push(...problemsOf(folder, all).map((problem) => `${posix.join(sourceRoot, folder)}: ${problem}`));
    }
  }
  return { files, folders, violations };
}

/** @param {string} root */
function sourceRoots(root) {
  const workspaces = ['packages', 'apps', 'examples'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return workspaces
    .flatMap((folder) => [`${folder}/src`, `${folder}/web/src`])
    .filter((folder) => existsSync(join(root, folder)));
}

/**
 * @param {string} folder whose subfolders and loose files are compared; '.' is the source root
 * @param {Import[]} all
 */
function problemsOf(folder, all) {
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, Map<string, string>>} subfolder → the siblings it imports, each with an example */
  const graph = new Map();
  for (const { from, to } of all) {
    const [importer, imported] = [childOf(folder, from), childOf(folder, to)];
    // Loose files may import everything below them.
    if (!importer?.isFolder || !imported || importer.name === imported.name) continue;
    const example = `${from} imports ${to}`;
    if (!imported.isFolder) problems.push(`a subfolder imports a loose file above it (${example})`);
    else graph.set(importer.name, new Map(graph.get(importer.name)).set(imported.name, example));
  }
  const cycle = cycleIn(graph);
  if (cycle) {
    const examples = cycle.slice(1).map((name, index) => graph.get(cycle[index] ?? '')?.get(name));
    problems.push(`${cycle.join(' → ')} is a circle of imports (${examples.join(', ')})`);
  }
  return problems;
}

/**
 * The part of `folder` that a file is in: one of its subfolders, or the file itself.
 * @param {string} folder
 * @param {string} file
 */
function childOf(folder, file) {
  const path = posix.relative(folder, file);
  if (path.startsWith('..')) return undefined;
  const [name = '', ...rest] = path.split('/');
  return { name, isFolder: rest.length > 0 };
}

/**
 * @param {Map<string, Map<string, string>>} graph
 * @returns {string[] | undefined} the names along a cycle, the first one again at the end
 */
function cycleIn(graph) {
  const done = new Set();
  /** @type {(name: string, path: string[]) => string[] | undefined} */
  const visit = (name, path) => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    done.add(name);
    for (const next of graph.get(name)?.keys() ?? []) {
      const cycle = visit(next, [...path, name]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  for (const name of graph.keys()) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * @param {string} sourceRoot
 * @param {string[]} files
 * @returns {Import[]}
 */
function importsBetween(sourceRoot, files) {
  const byName = new Map(files.map((file) => [withoutExtension(file), file]));
  return files.flatMap((from) =>
    imports(join(sourceRoot, from))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(from), specifier))
      .map((path) => byName.get(withoutExtension(path)) ?? byName.get(posix.join(path, 'index')))
      .flatMap((to) => (to === undefined ? [] : { from, to })),
  );
}

/**
 * @param {string} folder
 * @param {string} file
 */
function pathIn(folder, file) {
  return relative(folder, file).replaceAll(sep, '/');
}

/** @param {string} file */
function withoutExtension(file) {
  return file.replace(/\.(?:[cm]?[jt]sx?|vue)$/, '');
}

/** @param {string[]} files */
function foldersOf(files) {
  const parents = (/** @type {string} */ file) => {
    const parts = file.split('/').slice(0, -1);
    return ['.', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
  };
  return new Set(files.flatMap(parents));
}
