// A command in the docs must exist: the script, the workspace, the file, the flag, the tool and its arguments.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @typedef {import('./markdown.mjs').Block} Block */

/** Programs of the reader's machine, whose arguments are theirs. */
const FOREIGN = [
  'curl',
  'python3',
  'cd',
  'git',
  'export',
  'claude',
  'apt-get',
  'openssl',
  'cat',
  'sudo',
  'docker',
  'google-chrome',
  'nats-server',
];

/**
 * @param {string} root
 * @param {Block} block
 */
export async function checkCommands(root, { language, code }) {
  const joined = code.replaceAll('\\\n', ' ');
  const lines = joined.split('\n').filter((line) => language === 'sh' || line.startsWith('$ '));
  const commands = lines.flatMap((line) =>
    line
      .replace(/^\$ /, '')
      .replace(/(?:^| +)#.*$/, '')
      .split(' && '),
  );
  for (const command of commands.filter((each) => each.trim() !== '')) await checkCommand(root, command.trim());
}

/**
 * @param {string} root
 * @param {string} command
 */
async function checkCommand(root, command) {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  while (/^[A-Z_]+=/.test(words[0] ?? '')) words.shift();
  const [program = '', ...rest] = words;
  if (FOREIGN.includes(program)) return;
  if (program === 'btcp') return checkBtcp(root, rest);
  if (program === 'npx') {
    const tool = rest.find((word) => !word.startsWith('-')) ?? '';
    if (tool === 'btcp') throw new Error('The npm package btcp is another product: write npx @btcp/cli.');
    return tool === '@btcp/cli'
      ? checkBtcp(root, rest.slice(rest.indexOf(tool) + 1))
      : assertFile(root, `node_modules/.bin/${tool}`);
  }
  if (program === 'node') return assertFile(root, rest[0] ?? '');
  if (program === 'npm') return checkNpm(root, rest);
  throw new Error(`Nothing knows the command ${program}.`);
}

/**
 * @param {string} root
 * @param {string[]} words
 */
function checkNpm(root, words) {
  const [verb = '', ...rest] = words;
  if (['ci', 'install', 'pack'].includes(verb)) return;
  const script = verb === 'run' ? (rest[0] ?? '') : verb;
  const at = words.indexOf('-w');
  const manifest = at < 0 ? readManifest(join(root, 'package.json')) : workspace(root, words[at + 1] ?? '');
  if (!manifest.scripts?.[script]) throw new Error(`${manifest.name} has no script ${script}.`);
}

/**
 * @param {string} root
 * @param {string} name or path
 */
function workspace(root, name) {
  const paths = ['packages', 'apps', 'examples']
    .flatMap((parent) => readdirSync(join(root, parent)).map((folder) => `${parent}/${folder}/package.json`))
    .filter((path) => existsSync(join(root, path)));
  const found = paths.map((path) => ({ path, manifest: readManifest(join(root, path)) }));
  const workspaceFound = found.find(({ path, manifest }) => manifest.name === name || path === `${name}/package.json`);
  if (!workspaceFound) throw new Error(`There is no workspace ${name}.`);
  return workspaceFound.manifest;
}

/**
 * @param {string} root
 * @param {string[]} words
 */
async function checkBtcp(root, [command = '', ...rest]) {
  const [{ SETTINGS }, tools] = await Promise.all(
    ['apps/btcp/dist/settings/settings.js', 'packages/tools/dist/index.js'].map(
      (path) => import(pathToFileURL(join(root, path)).href),
    ),
  );
  const { COMMANDS } = await import(pathToFileURL(join(root, 'apps/btcp/dist/commands/commands.js')).href);
  if (!COMMANDS.some((/** @type {{ name: string }} */ { name }) => name === command)) {
    const { readLine } = await import(pathToFileURL(join(root, 'apps/btcp/dist/verbs/run-verb.js')).href);
    readLine(withoutGeneralFlags([command, ...rest]));
    return;
  }
  for (const flag of rest.filter((word) => word.startsWith('--'))) {
    const [name = ''] = flag.slice(2).split('=');
    if (name !== 'help' && !Object.hasOwn(SETTINGS, name)) throw new Error(`btcp has no flag ${flag}.`);
  }
  const [name = '', input = '{}'] = rest;
  if (command !== 'call' || name.startsWith('page_')) return;
  const tool = [...tools.catalogue, ...tools.aliases].find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  tool.input.parse(JSON.parse(input.startsWith('-') ? '{}' : input));
}

/** @param {string[]} words */
function withoutGeneralFlags(words) {
  return words.filter(
    (word, index) =>
      !/^--(?:json|quiet|session|url)$/.test(word) && !/^--(?:session|url)$/.test(words[index - 1] ?? ''),
  );
}

/**
 * @param {string} root
 * @param {string} path
 */
function assertFile(root, path) {
  if (!existsSync(join(root, path))) throw new Error(`There is no ${path}.`);
}

/** @param {string} path */
function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
