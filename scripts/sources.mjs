// Source files and what they import, for the checks of layers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\brequire(?:\.resolve)?)\s*\(?\s*['"]([^'"]+)['"]/g;

/** @param {string} folder */
export function sources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** @param {string} file */
export function imports(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, specifier]) => specifier ?? []);
}
