// Writes what can be known from the definitions of the tools and from the titles of the tests: the reference pages and
// which test shows which requirement; and puts what was measured into its page. `npm run check` fails when one of them
// is out of date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandsPage } from './docs/commands-page.mjs';
import { withTables } from './docs/comparison-tables.mjs';
import { configurationPage } from './docs/configuration-page.mjs';
import { conformance } from './docs/conformance.mjs';
import { errorsPage } from './docs/errors-page.mjs';
import { withPeerTools } from './docs/peer-tools.mjs';
import { withRoutes } from './docs/routes-page.mjs';

const GROUPS = {
  pages: 'Pages',
  seeing: 'Seeing',
  questions: 'Questions',
  acting: 'Acting',
  input: 'Input',
  waiting: 'Waiting',
  scripting: 'Scripting',
  debugging: 'Debugging',
  network: 'Network',
  storage: 'Storage',
  emulation: 'Emulation',
  pictures: 'Pictures and files',
  audits: 'Audits',
  people: 'People',
  connected: 'Pages that are connected',
};

/**
 * Every generated file with the text that it should have.
 * @param {string} root of the repository
 * @returns {Promise<Record<string, string>>}
 */
async function generate(root) {
  const tools = await import(pathToFileURL(join(root, 'packages/tools/dist/index.js')).href);
  const { skillText } = await import(pathToFileURL(join(root, 'apps/btcp/dist/skill/skill-text.js')).href);
  return {
    'docs/tools.md': referencePage(tools),
    'docs/reference/commands.md': await commandsPage(root),
    'docs/reference/configuration.md': await configurationPage(root),
    'docs/reference/errors.md': await errorsPage(root),
    'docs/comparisons.md': withTables(root, read(root, 'docs/comparisons.md')),
    'docs/traceability.md': traceabilityPage(root, tools),
    'docs/workspace-api.md': await withRoutes(root, read(root, 'docs/workspace-api.md')),
    'docs/migration.md': withPeerTools(root, read(root, 'docs/migration.md'), tools),
    'README.md': withTables(root, read(root, 'README.md')),
    'apps/btcp/skills/browser/SKILL.md': skillText(),
  };
}

/** @param {string} root of the repository */
export async function checkDocs(root) {
  const files = Object.entries(await generate(root));
  const stale = files.filter(([path, text]) => !existsSync(join(root, path)) || read(root, path) !== text);
  if (stale.length > 0) {
    throw new Error(`${stale.map(([path]) => path).join(', ')} differ: run npm run docs:tools and commit the result.`);
  }
  return `${files.length} files`;
}

/** @param {Tools} tools */
function toolList({ catalogue, chooseTools }) {
  const shown = new Set(chooseTools({}).keys());
  return groups(catalogue)
    .map(([title, members]) => {
      const names = members.map(({ name }) => `[\`${name}\`](#${name})${shown.has(name) ? '' : '°'}`);
      return `- **${title}**: ${names.join(', ')}`;
    })
    .concat(
      '',
      `MCP clients see ${shown.size} of them by default. The others (°) can be called too, and \`--tools\` and \`--allow\` list them.`,
    )
    .join('\n');
}

/** @param {Tools} tools */
function referencePage(tools) {
  const { catalogue, aliases, TOOL_SETS, chooseTools } = tools;
  const sets = [...Object.keys(TOOL_SETS), 'full'].map((set) => {
    const names = [...chooseTools({ set }).keys()];
    return `| \`${set}\` | ${names.length} | ${set === 'full' ? 'every tool below' : names.map((name) => `\`${name}\``).join(', ')} |`;
  });
  const sections = groups(catalogue).map(([title, members]) => {
    const parts = members.map((tool) => [
      toolSection(tool, tools),
      ...aliases.filter(({ aliasOf }) => aliasOf === tool.name).map((alias) => toolSection(alias, tools)),
    ]);
    return `## ${title}\n\n${parts.flat().join('\n\n')}`;
  });
  return `# The tools

Generated from the definitions by \`npm run docs:tools\`; do not edit.

An element is named by a CSS selector or by a ref such as \`@e3\`; \`ref\` is accepted in place of \`selector\`.
A time is a number of milliseconds, or text such as \`15s\`, \`500ms\` or \`2m\`.
Every result has \`text\` for a model, \`data\` for a program and \`page\`, and where there are any \`effects\`, \`element\` (role and name of what was acted on), \`images\`, \`files\` and, for a snapshot, \`refLines\`: which line shows each ref.

${toolList(tools)}

## Sets

\`--tools SET\` chooses what is listed, \`--allow\` adds tools or groups of them, \`--deny\` takes them away, under all their names and with every other way to the same power, such as a command to a connected page.

| set | tools | which |
| --- | --- | --- |
${sets.join('\n')}

${sections.join('\n\n')}
`;
}

/**
 * @param {Tool} tool
 * @param {Tools} tools
 */
function toolSection(tool, { argumentsOf, describeTool }) {
  const rows = argumentsOf(tool).map(({ name, type, isRequired, standard, description }) => {
    const remarks = [isRequired ? 'required' : '', standard === undefined ? '' : `\`${JSON.stringify(standard)}\``];
    return `| \`${name}\` | ${cell(type)} | ${remarks.filter(Boolean).join(' ')} | ${cell(description)} |`;
  });
  const output = /** @type {{ properties?: object }} */ (describeTool(tool).outputSchema).properties ?? {};
  return [
    `### ${tool.name}`,
    [
      tool.description,
      tool.aliasOf ? `Another name for \`${tool.aliasOf}\`.` : '',
      tool.effect === 'write' ? 'It changes the page.' : 'It only reads.',
    ]
      .filter(Boolean)
      .join(' '),
    rows.length > 0
      ? `| argument | type | default | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`
      : 'It takes no arguments.',
    `Its data has ${Object.keys(output)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    ...tool.examples
      .slice(0, 1)
      .map((example) => `\`\`\`sh\nbtcp call ${tool.name} '${JSON.stringify(example)}'\n\`\`\``),
  ].join('\n\n');
}

/**
 * @param {string} root
 * @param {Tools} tools
 */
function traceabilityPage(root, { catalogue, aliases }) {
  return `# Which test shows which requirement

Generated by \`npm run docs:tools\`, which fails if a test does not exist; do not edit. Each sentence of a specification that says what shall be is
shown by tests, listed as a [deliberate deviation](deviations.md), or named as a gap.

${conformance(root)}

## The tools

| tool | tests that call it |
| --- | --- |
${[...catalogue, ...aliases].map(({ name }) => `| \`${name}\` | ${callersOf(root, name).join(', ')} |`).join('\n')}
`;
}

/**
 * @param {string} root
 * @param {string} tool
 */
function callersOf(root, tool) {
  const files = testFiles(root).filter((path) => read(root, path).includes(`'${tool}'`));
  if (files.length === 0) throw new Error(`No test calls ${tool}.`);
  return files.map((path) => `[${path.replace(/^.*\//, '').replace(/(\.chrome|\.soak)?\.test\.ts$/, '')}](../${path})`);
}

/** @param {string} root */
function testFiles(root) {
  return ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\/test\/.*\.test\.ts$/.test(path) && !path.includes('node_modules'))
      .sort()
      .map((path) => `${folder}/${path}`),
  );
}

/**
 * @param {readonly Tool[]} tools
 * @returns {[string, Tool[]][]}
 */
function groups(tools) {
  return Object.entries(GROUPS)
    .map(([group, title]) => /** @type {[string, Tool[]]} */ ([title, tools.filter((tool) => tool.group === group)]))
    .filter(([, members]) => members.length > 0);
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|');
}

/**
 * @param {string} root
 * @param {string} path
 */
function read(root, path) {
  return readFileSync(join(root, path), 'utf8');
}

/** @typedef {typeof import('../packages/tools/dist/index.js')} Tools */
/** @typedef {import('../packages/tools/dist/index.js').Tool} Tool */

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  for (const [path, text] of Object.entries(await generate(root))) writeFileSync(join(root, path), text);
}
