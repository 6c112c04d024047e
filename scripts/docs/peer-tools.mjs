// Puts a table of every tool of each other server into docs/migration.md, from the data beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SECTION = /(<!-- peer: ([\w-]+) -->\n)[\s\S]*?(<!-- \/peer -->)/g;

/** @typedef {{ package: string, version: string, started: string, tools: string[] }} Peer */
/** @typedef {string | { not: string }} Answer what does the same here, or why nothing is meant to */

/**
 * @param {string} root of the repository
 * @returns {{ peers: Record<string, Peer>, answers: Record<string, Record<string, Answer>> }}
 */
function readPeers(root) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, 'docs/data', name), 'utf8'));
  return { peers: read('peers.json'), answers: read('migration.json') };
}

/**
 * @param {string} root of the repository
 * @param {string} page
 */
export function withPeerTools(root, page) {
  const { peers, answers } = readPeers(root);
  return page.replace(SECTION, (_, start, name, end) => {
    const { version, tools } = peers[name] ?? { version: '', tools: [] };
    const rows = tools.map((tool) => `| \`${tool}\` | ${inWords(answers[name]?.[tool])} |`);
    const head = `### Every tool of ${name} ${version}\n\n| ${name} | BTCP |\n| --- | --- |`;
    return `${start}\n${head}\n${rows.join('\n')}\n\n${end}`;
  });
}

/** @param {Answer | undefined} answer */
function inWords(answer) {
  if (answer === undefined) return '';
  return typeof answer === 'string' ? answer : `not meant: ${answer.not}`;
}
