// Puts a table of every tool of each other server into docs/migration.md, from the table that translates its calls.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SECTION = /(<!-- peer: ([\w-]+) -->\n)[\s\S]*?(<!-- \/peer -->)/g;

/** @typedef {{ package: string, version: string, started: string, tools: string[] }} Peer */
/** @typedef {typeof import('@btcp/tools')} Tools */

/**
 * @param {string} root of the repository
 * @param {string} page
 * @param {Pick<Tools, 'PEERS' | 'describeAnswer'>} tools
 */
export function withPeerTools(root, page, { PEERS, describeAnswer }) {
  /** @type {Record<string, Peer>} */
  const peers = JSON.parse(readFileSync(join(root, 'docs/data/peers.json'), 'utf8'));
  return page.replace(SECTION, (_, start, name, end) => {
    const { version, tools } = peers[name] ?? { version: '', tools: [] };
    const rows = tools.map((tool) => {
      const answer = PEERS[name]?.answers[tool];
      return `| \`${tool}\` | ${answer ? describeAnswer(answer) : ''} |`;
    });
    const head = `### Every tool of ${name} ${version}\n\n| ${name} | BTCP |\n| --- | --- |`;
    return `${start}\n${head}\n${rows.join('\n')}\n\n${end}`;
  });
}
