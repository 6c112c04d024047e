// Every threat of the security guide names tests that exist, by file and title.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const GUIDE = 'docs/guides/security.md';
const THREATS = 27;

/**
 * @param {string} root of the repository
 * @returns {string} how many tests were found
 */
export function checkThreats(root) {
  const rows = [...readFileSync(join(root, GUIDE), 'utf8').matchAll(/^\| (T\d+) .*$/gm)];
  /** @type {string[]} */
  const problems = [];
  let count = 0;
  for (const [row, threat] of rows) {
    const tests = [...row.matchAll(/\]\(([^)]+\.test\.tsx?)\) “([^”]+)”/g)];
    if (tests.length === 0) problems.push(`${threat} names no test`);
    for (const [, link = '', title = ''] of tests) {
      count++;
      const file = join(root, dirname(GUIDE), link);
      if (!existsSync(file)) problems.push(`${threat} names ${link}, which does not exist`);
      else if (!readFileSync(file, 'utf8').includes(title)) problems.push(`${threat}: ${link} has no test “${title}”`);
    }
  }
  const named = new Set(rows.map(([, threat]) => threat));
  for (let number = 1; number <= THREATS; number++) {
    if (!named.has(`T${number}`)) problems.push(`T${number} is not in ${GUIDE}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${count} tests of ${named.size} threats`;
}
