// `npm run check`: everything that can be said about the code without running it. Needs a build.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from './build.mjs';
import { checkLinks } from './docs/check-links.mjs';
import { checkSnippets } from './docs/check-snippets.mjs';
import { checkThreats } from './docs/check-threats.mjs';
import { checkWords } from './docs/check-words.mjs';
import { checkDocs } from './generate-docs.mjs';
import { checkLayers } from './layers.mjs';
import { packPackages } from './pack.mjs';
import { stage } from './stage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

export async function check() {
  // Each lane keeps about one core busy.
  await Promise.all([readings(), buildings()]);
}

async function readings() {
  await stage('types of tests', () => tool('typescript/bin/tsc', '-p', 'tsconfig.tests.json'));
  await stage('types of the web pages', () => tool('typescript/bin/tsc', '-p', 'apps/btcp/web/tsconfig.json'));
  await stage('types of the extension', () => tool('typescript/bin/tsc', '-p', 'examples/extension'));
  await stage('lint and format', () => tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'));
  await stage('layers', layers);
  await stage('generated docs', () => checkDocs(root));
  await stage('links in docs', () => checkLinks(root));
  await stage('words', () => checkWords(root));
  await stage('threats and their tests', () => checkThreats(root));
  await stage('unused code', () => tool('knip/bin/knip.js'));
  await stage('code in docs', () => checkSnippets(root));
}

async function buildings() {
  await stage('packages as packed', packages);
  await stage('sizes', () => tool('size-limit/bin.js'));
  await stage('docs as a site', () => script('site/build.mjs'));
}

function layers() {
  const { files, folders, violations } = checkLayers(root);
  if (files === 0 || folders === 0) throw new Error('The layer check found no files or folders.');
  if (violations.length > 0) throw new Error(violations.join('\n'));
  return `${files} files in ${folders} folders`;
}

/** Packs every published package, and checks the archives that users would install. */
async function packages() {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-pack-'));
  try {
    const archives = await packPackages(root, folder);
    for (const archive of archives) {
      await tool('publint/src/cli.js', 'run', '--strict', archive);
      // A command has no types to offer.
      if (/btcp-cli-\d/.test(archive)) continue;
      const profile = /-(?:react|viewer|vue)-/.test(archive) ? 'node16' : 'esm-only';
      // These are scripts for a page, and no modules.
      const scripts = ['./databases.js', './injected.js', './live-hooks.js', './sandboxes.script.js', './script.js'];
      const parameters = ['--profile', profile, '--exclude-entrypoints', ...scripts];
      await tool('@arethetypeswrong/cli/dist/index.js', archive, ...parameters);
    }
    return `${archives.length} archives`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} path of a tool in node_modules
 * @param {string[]} parameters
 */
const tool = (path, ...parameters) => script(join('node_modules', path), ...parameters);

/**
 * Runs a script of the repository; its output is shown only when it fails.
 * @param {string} path
 * @param {string[]} parameters
 */
async function script(path, ...parameters) {
  try {
    await run(process.execPath, [join(root, path), ...parameters], { cwd: root, maxBuffer: 1 << 26 });
  } catch (failure) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (failure);
    throw new Error(`${stdout}${stderr}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await stage('build', build);
  await check();
}
