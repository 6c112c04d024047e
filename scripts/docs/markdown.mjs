// What people read: the pages of `docs`, and the READMEs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Block a fenced block of code
 * @property {string} file
 * @property {number} line of the opening fence
 * @property {string} language
 * @property {string} code
 * @property {string} given what the block takes for granted, from a comment `<!-- given: … -->` before it
 */

/**
 * @param {string} root of the repository
 * @returns {string[]} paths within it
 */
export function markdownFiles(root) {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/^(?:dist|snippets)\//.test(path))
    .map((path) => `docs/${path}`);
  const folders = ['packages', 'apps', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const readmes = ['', ...folders].map((folder) => join(folder, 'README.md'));
  return [...readmes, 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...pages.sort()].filter((path) =>
    existsSync(join(root, path)),
  );
}

/**
 * @param {string} root
 * @param {string} file
 * @returns {Block[]}
 */
export function blocksOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const fences = text.matchAll(/(?:<!-- given: ([\s\S]*?) ?-->\n+)?^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm);
  return [...fences].map((match) => {
    const [whole, given = '', language = '', code = ''] = match;
    const start = match.index + whole.indexOf('```');
    return { file, line: text.slice(0, start).split('\n').length, language, code, given };
  });
}

/**
 * Commands that stand in the text, each as a block of its own.
 * @param {string} root
 * @param {string} file
 * @returns {Block[]}
 */
export function commandsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  // Blocks are blanked, so that lines are still counted right.
  const prose = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ' '));
  return [...prose.matchAll(/`((?:npm (?:run|start|test)|npx|node \S+\.mjs)\b[^`\n]*)`/g)].map((match) => {
    const line = prose.slice(0, match.index).split('\n').length;
    return { file, line, language: 'sh', code: match[1] ?? '', given: '' };
  });
}

/**
 * The ids that the headings of a page get, as GitHub makes them.
 * @param {string} text
 */
export function anchorsOf(text) {
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, title = '']) => anchorOf(title));
}

/** @param {string} title */
export function anchorOf(title) {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
