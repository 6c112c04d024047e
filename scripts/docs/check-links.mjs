// Every link within the repository leads to a file that exists, and to a heading that is there.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { anchorsOf, markdownFiles } from './markdown.mjs';

/**
 * @param {string} root of the repository
 * @returns {string} how many links were followed
 */
export function checkLinks(root) {
  /** @type {string[]} */
  const broken = [];
  let count = 0;
  for (const file of markdownFiles(root)) {
    for (const target of linksOf(readFileSync(join(root, file), 'utf8'))) {
      if (/^[a-z]+:/.test(target)) continue;
      count++;
      if (!leadsSomewhere(root, file, target)) broken.push(`${file} links to ${target}`);
    }
  }
  if (count === 0) throw new Error('No link was found.');
  if (broken.length > 0) throw new Error(broken.join('\n'));
  return `${count} links`;
}

/** @param {string} text */
function linksOf(text) {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '`');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => target ?? []);
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} target
 */
function leadsSomewhere(root, file, target) {
  const [path = '', anchor] = target.split('#');
  const goal = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(join(root, goal))) return false;
  if (anchor === undefined || statSync(join(root, goal)).isDirectory()) return anchor === undefined;
  return anchorsOf(readFileSync(join(root, goal), 'utf8')).includes(anchor);
}
