// The reference of every command, from the definitions that the command line reads.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @param {string} root of the repository */
export async function commandsPage(root) {
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(root, 'apps/btcp/dist', file)).href);
  /** @type {{ COMMANDS: { name: string, words?: string, help: string, settings: string[] }[] }} */
  const { COMMANDS } = await load('commands/commands.js');
  /** @type {{ VERBS: { tool: string, title?: string, aliases?: string[] }[] }} */
  const { VERBS } = await load('verbs/verb-help.js');
  const { usageOf } = await load('verbs/verb-usage.js');
  const { toolOf } = await load('verbs/run-verb.js');
  const verbs = VERBS.map((verb) =>
    row(
      code(usageOf(verb)),
      verb.title ?? toolOf(verb).title,
      `[\`${verb.tool}\`](../tools.md#${verb.tool})`,
      (verb.aliases ?? []).map((alias) => code(`btcp ${alias}`)).join(', '),
    ),
  );
  const commands = COMMANDS.map(({ name, words, help, settings }) =>
    row(
      code(['btcp', name, words].filter(Boolean).join(' ')),
      help,
      settings.map((each) => code(`--${each}`)).join(' '),
    ),
  );
  return `# Commands

Generated from the definitions of the commands by \`npm run docs:tools\`; do not edit.

\`btcp COMMAND --help\` prints the flags of a command. [Configuration](configuration.md) explains each flag.

## Exit codes

| code | meaning |
| --- | --- |
| 0 | the command succeeded |
| 1 | the command failed |
| 2 | wrong arguments or flags |
| 3 | no server is running at the given address |
| 4 | the call timed out |
| 5 | a person is driving the browser |

## Servers, sessions and settings

| command | what it does | flags |
| --- | --- | --- |
${commands.join('\n')}

## Browser commands

Each of them calls one tool in the session of this folder, or in the session that \`--session\` names. They use the running server, and start one if
there is none.

| command | what it does | tool | other names |
| --- | --- | --- | --- |
${verbs.join('\n')}
`;
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}

/** @param {string[]} cells */
function row(...cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
