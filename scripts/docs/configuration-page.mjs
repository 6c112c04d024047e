// The reference of every setting, from the definition that the command reads.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Variables that are no settings: where things lie, and what a command must not show in its flags. */
const OTHER_VARIABLES = [
  ['BTCP_CONFIG', 'the config file, like `--config`; default `config.json` in the config folder (`~/.config/btcp`)'],
  ['BTCP_SECRET_NAME', 'a secret that can be typed as `secret:name`, only on the origin in `BTCP_SECRET_NAME_ORIGIN`'],
  ['BTCP_DATA', 'the folder of agents, profiles and the workspace'],
  ['BTCP_STATE', 'the folder of the token and of running servers'],
  ['BTCP_CACHE', 'the folder of downloaded browsers'],
  ['BTCP_CHROME_DOWNLOADS', 'where browsers are downloaded from'],
  ['BTCP_HOST_URL, BTCP_HOST_TOKEN', 'the server that runs the browsers of agents; with `_` and a name for one agent'],
  [
    'OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SERVICE_NAME',
    'see [Monitoring](../guides/monitoring.md#traces)',
  ],
];

/** @param {string} root of the repository */
export async function configurationPage(root) {
  const load = (/** @type {string} */ file) => import(pathToFileURL(join(root, 'apps/btcp/dist', file)).href);
  const { SETTINGS, settingOf, variablesOf } = await load('settings/definitions.js');
  const { COMMANDS } = await load('commands/commands.js');
  const rows = Object.keys(SETTINGS).map((name) => {
    const { value, standard, help } = settingOf(name);
    const commands = COMMANDS.filter((/** @type {{ settings: string[] }} */ each) => each.settings.includes(name));
    const variables = variablesOf(name).map((/** @type {string} */ each) => `\`${each}\``);
    const cells = [
      `\`--${name}${value ? ` ${value}` : ''}\``,
      variables.join(', '),
      name === 'config' ? '' : `\`${name}\``,
      standard ?? '',
      help,
      name === 'config' ? 'all' : commands.map((/** @type {{ name: string }} */ each) => each.name).join(', '),
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# Configuration

Generated from the definition of the settings by \`npm run docs:tools\`; do not edit.

A setting is a flag, a variable or a key of the config file; a flag overrides a variable, and a variable overrides the file.
The config file is a JSON object such as \`{"port": 4700, "headed": true}\`. A switch is on with \`1\` or \`true\` and off with \`0\`, \`false\` or \`no\`.

\`btcp config\` prints the effective settings and where each comes from, without secrets; \`--json\` prints them for programs.

| flag | variable | key | default | meaning | commands |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Other variables

| variable | meaning |
| --- | --- |
${OTHER_VARIABLES.map(([name, meaning]) => `| \`${name?.replaceAll(', ', '`, `')}\` | ${meaning} |`).join('\n')}
`;
}
