// The reference of a package, from the declarations that it ships: every export with its words and its shape.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf } from './markdown.mjs';

/**
 * @typedef {object} Export
 * @property {string} name
 * @property {string} kind
 * @property {string} words
 * @property {string[]} examples
 * @property {string} shape
 */

const KINDS = ['function', 'class', 'const', 'interface', 'type'];

/**
 * @param {string} root of the repository
 * @param {string} folder of the package
 * @returns {string | undefined} Markdown; a package without types has none
 */
export function apiReference(root, folder) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
    const types = Object(target).types;
    return types ? [{ path: manifest.name + entry.slice(1), file: join(root, folder, types) }] : [];
  });
  if (entries.length === 0) return undefined;
  const sections = entries.map(({ path, file }) => {
    const found = exportsOf(root, file);
    return [`## ${path}`, listOf(found), ...found.map(section)].join('\n\n');
  });
  return `# ${manifest.name}: reference\n\n${manifest.description}\nMade from the types; the guide is [the README](../../${folder}/README.md).\n\n${sections.join('\n\n')}\n`;
}

/**
 * What there is, to be seen at a glance.
 * @param {Export[]} found
 */
function listOf(found) {
  return KINDS.flatMap((kind) => {
    const names = found.filter((each) => each.kind === kind).map(({ name }) => `[\`${name}\`](#${anchorOf(name)})`);
    return names.length > 0 ? [`- *${kind}*: ${names.join(', ')}`] : [];
  }).join('\n');
}

/** @param {Export} entry */
function section({ name, kind, words, examples, shape }) {
  const samples = examples.map((example) => `\`\`\`ts\n${example}\n\`\`\``);
  return [`### ${name}`, `*${kind}.* ${words}`.trim(), ...samples, `\`\`\`ts\n${shape}\n\`\`\``].join('\n\n');
}

/**
 * @param {string} root
 * @param {string} file of declarations
 * @returns {Export[]}
 */
function exportsOf(root, file) {
  const text = readFileSync(file, 'utf8');
  const names = [
    ...[...text.matchAll(/^export (?:declare )?(?:abstract )?(?:class|interface|type|const|function) (\w+)/gm)].map(
      ([, name = '']) => ({ name, as: name }),
    ),
    ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
      list.split(',').flatMap((item) => {
        const [, name, as = name] = /^\s*(?:type )?(\w+)(?: as (\w+))?\s*$/.exec(item) ?? [];
        return name && as ? [{ name, as }] : [];
      }),
    ),
  ];
  const found = [...new Map(names.map((each) => [each.as, each])).values()].map(({ name, as }) => ({
    ...declarationOf(root, file, name),
    name: as,
  }));
  const silent = found.filter(({ words }) => words === '').map(({ name }) => name);
  if (silent.length > 0) throw new Error(`${file} exports ${silent.join(', ')} without a sentence of what they are.`);
  return found.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.name.localeCompare(b.name));
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} name
 * @returns {Omit<Export, 'name'>}
 */
function declarationOf(root, file, name) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const starts = new RegExp(`^(?:export )?(?:declare )?(?:abstract )?(class|interface|type|const|function) ${name}\\b`);
  const rows = lines.flatMap((line, row) => (starts.test(line) ? [row] : []));
  const [first] = rows;
  if (first === undefined) return declarationOf(root, sourceOf(root, file, text, name), name);
  const shape = rows.map((row) => statementAt(lines, row)).join('\n');
  const [, kind = ''] = starts.exec(lines[first] ?? '') ?? [];
  return { kind, shape, ...wordsAbove(lines, first) };
}

/**
 * Where a file has a name from.
 * @param {string} root
 * @param {string} file
 * @param {string} text
 * @param {string} name
 */
function sourceOf(root, file, text, name) {
  for (const [, list = '', from = ''] of text.matchAll(
    /^(?:export|import) (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"]/gm,
  )) {
    if (!new RegExp(`\\b${name}\\b`).test(list)) continue;
    if (from.startsWith('.')) return join(dirname(file), from.replace(/\.js$/, '.d.ts'));
    const folder = from.startsWith('@btcp/') ? `packages/${from.slice('@btcp/'.length)}` : 'packages/browser-agent';
    const types = join(root, folder, 'dist/index.d.ts');
    return existsSync(types) ? types : join(root, folder, 'dist/modules/index.d.ts');
  }
  throw new Error(`${file} does not say where it has ${name} from.`);
}

/**
 * @param {string[]} lines
 * @param {number} row
 */
function statementAt(lines, row) {
  let end = row + 1;
  while (end < lines.length && /^[\s})\]|&>]/.test(lines[end] ?? '')) end++;
  return lines
    .slice(row, end)
    .filter((line) => !/^\s+(?:#private|private )/.test(line))
    .join('\n')
    .replace(/^export (?:declare )?/, '')
    .trimEnd();
}

/**
 * @param {string[]} lines
 * @param {number} row
 * @returns {{ words: string, examples: string[] }}
 */
function wordsAbove(lines, row) {
  if (!lines[row - 1]?.endsWith('*/')) return { words: '', examples: [] };
  let start = row - 1;
  while (!lines[start]?.startsWith('/**')) start--;
  const comment = lines
    .slice(start, row)
    .map((line) => line.replace(/^\s*\/?\*+\/? ?/, '').replace(/ ?\*\/$/, ''))
    .join('\n');
  const [words = '', ...examples] = comment.split(/^@example\n?/m).map((part) => part.trim());
  return { words: words.replaceAll('\n', ' '), examples };
}
