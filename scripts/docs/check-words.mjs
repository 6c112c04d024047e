// Words and turns of phrase that readers stumble over, with what to write instead. `npm run check` fails on them in
// sources, comments, tests, docs and changesets.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where nobody chose the words: licences, locks, recorded data. This file and its test quote what they forbid. */
const SKIPPED = /(?:^|\/)(?:LICENSE|package-lock\.json|check-words\.mjs|words\.test\.ts)$|^docs\/data\//;

const GENERATED = /(?:^|\/)(?:node_modules|dist|coverage|cache|\.git)$|^docs\/snippets$|^site\/api$/;

const READ = /\.(?:[cm]?[jt]sx?|vue|svelte|md|html|css|json|ya?ml)$|(?:^|\/)Dockerfile$/;

/** @type {[RegExp, string][]} */
const HABITS = [
  [/\b(?:told|tells|telling)\b/gi, 'report, return, send, show'],
  [/\btell (?!me\b|us\b|the agent\b)/gi, 'report, return, send, show'],
  [/\b(?:tell|told)[A-Z]\w*/g, 'report, return, send, show'],
  [/\banew\b/gi, 'again'],
  [/\bbesides?\b/gi, 'next to, in addition to, compared with'],
  [/\bkin\b/gi, 'similar'],
  [/\b(?:mend|mends|mended|mending)\b/gi, 'fix'],
  [/\bwho(?:m)?ever\b/gi, 'anyone who'],
  [
    /(?<=^|[.!?:;] |\/\/ |\* )Who (?!this|of )(?:\w+ )+?(?:is|are|has|gets|sees|reads|goes|can|must|waits|holds|finds)\b(?!.*\?)/g,
    'A person who',
  ],
  [/\bcom(?:e|es|ing) along\b/gi, 'is included, is sent'],
  [/\bknows no\b/gi, 'has no'],
  [/\bname (?:it|they) go(?:es)? by\b/gi, 'name'],
  [/\bfarewell\b/gi, 'close'],
  [/\bthereof\b/gi, 'of it'],
  [/\b(?:MOST|LONGEST|LARGEST)_[A-Z]\w*/g, 'MAX_…'],
];

/**
 * The habits in one text, each with its line and what to write instead.
 * @param {string} text
 */
export function habitsIn(text) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      HABITS.flatMap(([habit, better]) =>
        [...line.matchAll(habit)].map(([found]) => ({ line: index + 1, found: found.trim(), better })),
      ),
    );
}

/** @param {string} root of the repository */
export function checkWords(root) {
  const files = filesIn(root).filter((path) => READ.test(path) && !SKIPPED.test(path));
  const found = files.flatMap((path) =>
    habitsIn(readFileSync(join(root, path), 'utf8')).map(
      ({ line, found, better }) => `${path}:${line} has "${found}"; write: ${better}`,
    ),
  );
  if (files.length === 0) throw new Error('The check of words found no files.');
  if (found.length > 0) throw new Error(found.join('\n'));
  return `${files.length} files`;
}

/**
 * @param {string} root
 * @param {string} folder within it
 * @returns {string[]}
 */
function filesIn(root, folder = '') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return GENERATED.test(path) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(checkWords(fileURLToPath(new URL('../..', import.meta.url))));
}
