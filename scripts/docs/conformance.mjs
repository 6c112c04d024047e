// Which test shows which sentence of the specifications. Each text file of `conformance` is one specification: `@` begins
// a part, `>` a sentence; below it are tests (`package/file: part of the title`), deviations (`= heading`) and gaps (`! why`).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call whose first argument is a text and whose second is a function: `test('…', …)`, `describe.each(…)('…', …)`. */
const TITLE = /\(\s*(['"`])((?:(?!\1)[^\n\\]|\\.)+)\1,\s*(?:async\s*)?(?:\(|function)/g;

/**
 * The tables of all specifications; throws where a test or a deviation does not exist.
 * @param {string} root of the repository
 */
export function conformance(root) {
  const folder = join(root, 'scripts/docs/conformance');
  const headings = new Set(
    [...readFileSync(join(root, 'docs/deviations.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
  );
  /** @type {string[]} */
  const problems = [];
  const pages = readdirSync(folder)
    .sort()
    .map((file) => tables(root, readFileSync(join(folder, file), 'utf8'), headings, problems));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return pages.join('\n\n');
}

/**
 * @param {string} root
 * @param {string} text
 * @param {Set<string | undefined>} headings
 * @param {string[]} problems
 */
function tables(root, text, headings, problems) {
  /** @type {string[]} */
  const lines = [];
  /** @type {string[]} */
  let shown = [];
  let sentence = '';
  const end = () => {
    if (sentence && shown.length === 0) problems.push(`Nothing shows: ${sentence}`);
    if (sentence) lines.push(`| ${sentence} | ${shown.join('<br>')} |`);
    [sentence, shown] = ['', []];
  };
  for (const line of text.split('\n').filter(Boolean)) {
    const rest = line.slice(2);
    if (/^[#@>]/.test(line)) end();
    if (line.startsWith('#')) lines.push(`## ${rest}`);
    else if (line.startsWith('@')) lines.push('', `### ${rest}`, '', '| sentence | shown by |', '| --- | --- |');
    else if (line.startsWith('>')) sentence = rest;
    else if (line.startsWith('=')) shown.push(deviation(rest, headings, problems));
    else if (line.startsWith('!')) shown.push(`_Gap:_ ${rest}`);
    else shown.push(test(root, line, problems));
  }
  end();
  return lines.join('\n');
}

/**
 * @param {string} heading
 * @param {Set<string | undefined>} headings
 * @param {string[]} problems
 */
function deviation(heading, headings, problems) {
  if (!headings.has(heading)) problems.push(`docs/deviations.md has no heading "${heading}".`);
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
  return `_Deviation:_ [${heading}](deviations.md#${anchor})`;
}

/**
 * @param {string} root
 * @param {string} line such as `chrome/navigate.chrome: opens a page`
 * @param {string[]} problems
 */
function test(root, line, problems) {
  const [, place = '', name = '', part = ''] = /^([\w-]+)\/([^:]+): (.+)$/.exec(line) ?? [];
  const folder = { apps: 'apps/btcp', examples: 'examples/shared' }[place] ?? `packages/${place}`;
  const path = ['ts', 'tsx']
    .map((ending) => `${folder}/test/${name}.test.${ending}`)
    .find((each) => existsSync(join(root, each)));
  if (!path) {
    problems.push(`There is no test file ${folder}/test/${name}.test.ts.`);
    return '';
  }
  const titles = [...readFileSync(join(root, path), 'utf8').matchAll(TITLE)].map(([, , title = '']) => title);
  const title = titles.find((each) => each.replaceAll('\\', '').includes(part));
  if (!title) problems.push(`${path} has no test "${part}".`);
  return `[${(title ?? part).replaceAll('\\', '').replaceAll('|', '\\|')}](../${path})`;
}
