import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkCommands } from '../docs/check-commands.mjs';
import { checkLinks } from '../docs/check-links.mjs';
import { checkThreats } from '../docs/check-threats.mjs';
import { conformance } from '../docs/conformance.mjs';
import { commandsOf } from '../docs/markdown.mjs';
import { publishedWorkspaces } from '../pack.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docs-'));
  for (const folder of ['packages', 'apps', 'examples']) mkdirSync(join(root, folder));
  write('docs/other.md', '# Other\n\n## A part of it\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('links to files and headings that exist pass, and are counted', () => {
  write('docs/page.md', '# Page\n\n[a](other.md) [b](other.md#a-part-of-it) [c](#page) [d](https://example.com)\n');
  expect(checkLinks(root)).toBe('3 links');
});

test.each(['[a](gone.md)', '[a](other.md#gone)', '[a](#gone)', '![a](gone.png)'])(
  '%s is found to be broken',
  (link) => {
    write('docs/page.md', `# Page\n\n${link}\n`);
    expect(() => checkLinks(root)).toThrow('docs/page.md links to');
  },
);

test('every threat of the security guide has a test that exists, by file and by title', () => {
  const row = (test: string) => Array.from({ length: 27 }, (_, at) => `| T${at + 1} | x | y | ${test} |`).join('\n');
  const guide = (text: string) => write('docs/guides/security.md', text);
  write('packages/a/test/a.test.ts', "test('holds', () => {});");
  guide(row('[a](../../packages/a/test/a.test.ts) “holds”'));
  expect(checkThreats(root)).toBe('27 tests of 27 threats');
  guide(row('[a](../../packages/a/test/a.test.ts) “is gone”'));
  expect(() => checkThreats(root)).toThrow('T1: ../../packages/a/test/a.test.ts has no test “is gone”');
  guide(row('[a](../../packages/a/test/gone.test.ts) “holds”'));
  expect(() => checkThreats(root)).toThrow('which does not exist');
  guide('| T1 | x | y | none |');
  expect(() => checkThreats(root)).toThrow(/T1 names no test[\s\S]*T27 is not in/);
});

const check = (code: string) => checkCommands(repository, { file: 'a.md', line: 1, language: 'sh', given: '', code });

test.each([
  'npm run build',
  'npm start -w examples/react',
  'npx @btcp/cli serve --port 0',
  'BTCP_PORT=1 npx @btcp/cli serve   # with words',
  `npx @btcp/cli call browser_click '{"selector":"@e3"}' --session demo`,
  'node scripts/build.mjs && npm test',
])('the command %j is known', async (code) => {
  await expect(check(code)).resolves.toBeUndefined();
});

test.each([
  ['npm run gone', 'has no script gone'],
  ['npm start -w examples/gone', 'There is no workspace'],
  ['npx @btcp/cli gone', 'There is no command "gone"'],
  ['npx --yes btcp serve', 'The npm package btcp is another product: write npx @btcp/cli.'],
  ['npx @btcp/cli serve --gone', 'btcp has no flag --gone'],
  ['npx @btcp/cli call browser_gone', 'There is no tool browser_gone'],
  [`npx @btcp/cli call browser_click '{"gone":1}'`, 'gone'],
  ['node scripts/gone.mjs', 'There is no scripts/gone.mjs'],
  ['gone --now', 'Nothing knows the command gone'],
])('the command %j is refused: %s', async (code, problem) => {
  await expect(check(code)).rejects.toThrow(problem);
});

test('commands in the text are found with their lines, and those in blocks are not', () => {
  write('docs/page.md', '# Page\n\n```sh\nnpm run build\n```\n\nRun `npm run gone`, or `BTCP_PORT`.\n');
  expect(commandsOf(root, 'docs/page.md')).toMatchObject([{ line: 7, code: 'npm run gone' }]);
});

test('every changeset names packages that are published', () => {
  const names = publishedWorkspaces(repository).map(
    (folder) => JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')).name,
  );
  const notes = readdirSync(join(repository, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name));
  const named = notes.flatMap((note) => {
    const [, head = ''] = readFileSync(join(repository, '.changeset', note), 'utf8').split('---\n');
    return [...head.matchAll(/^['"]?([@\w/-]+)['"]?: (?:patch|minor|major)$/gm)].map(([, name]) => `${note}: ${name}`);
  });
  expect(named).not.toEqual([]);
  expect(named.filter((each) => !names.some((name) => each.endsWith(`: ${name}`)))).toEqual([]);
});

test('the migration guide names only tools, arguments and flags that there are', async () => {
  const { catalogue } = await import('../../packages/tools/dist/index.js');
  const { SETTINGS } = await import('../../apps/btcp/dist/settings/settings.js');
  const guide = readFileSync(join(repository, 'docs/migration.md'), 'utf8');
  const [, ...rows] = [...guide.matchAll(/^\| .+? +\| (.+) \|$/gm)].map(([, ours = '']) => ours);
  const calls = rows.flatMap((row) => [...row.matchAll(/\b(browser_\w+)(?: \{ (.+?) \}`)?/g)]);
  expect(calls.length).toBeGreaterThan(30);
  for (const [, name = '', given = ''] of calls) {
    const tool = catalogue.find((each) => each.name === name);
    expect(tool, name).toBeDefined();
    const keys = given.replaceAll(/: (?:\[.*\]|"[^"]*"|\w+)/g, '');
    for (const [, argument = ''] of keys.matchAll(/"(\w+)"/g)) {
      expect([...Object.keys(tool?.input.shape ?? {}), 'ref'], `${name} in ${given}`).toContain(argument);
    }
  }
  // Whole commands are checked with the other commands of the docs.
  const settings = rows.map((row) => row.replaceAll(/`npx [^`]*`/g, ''));
  const flags = settings.flatMap((row) => [...row.matchAll(/--([a-z][\w-]*)/g)].map(([, flag = '']) => flag));
  for (const flag of flags) expect(Object.keys(SETTINGS)).toContain(flag);
});

test.each([
  ['log in once and reuse it', 'docs/guides/recipes.md#log-in-once-and-reuse-it'],
  ['deploy behind nginx', 'docs/guides/deploy.md#nginx'],
  ['what each error code means', 'docs/reference/errors.md'],
])('the front page of the docs leads to "%s" in one click', (_what, target) => {
  const page = readFileSync(join(repository, 'docs/index.md'), 'utf8');
  const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => join('docs', link));
  expect(links).toContain(target);
});

test('a map of the specifications names tests and deviations that exist', () => {
  write('docs/deviations.md', '# Deviations\n\n## Cut short\n');
  write('packages/a/test/b.test.ts', "test('does it', () => {});\n");
  const map = '# Spec\n@ Part\n> It does it\na/b: does it\n> It is whole\n= Cut short\n';
  write('scripts/docs/conformance/1.txt', map);
  expect(conformance(root)).toContain(
    '| It does it | [does it](../packages/a/test/b.test.ts) |\n| It is whole | _Deviation:_ [Cut short](deviations.md#cut-short) |',
  );
  write('scripts/docs/conformance/1.txt', `${map}> More\na/b: does more\na/c: does it\n= Longer\n> Nothing\n`);
  expect(() => conformance(root)).toThrow(
    [
      'packages/a/test/b.test.ts has no test "does more".',
      'There is no test file packages/a/test/c.test.ts.',
      'docs/deviations.md has no heading "Longer".',
      'Nothing shows: Nothing',
    ].join('\n'),
  );
});
