// Every block of code in the docs is checked, and every command in the text: code by the compiler, data by its parser,
// commands by what they name.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCommands } from './check-commands.mjs';
import { blocksOf, commandsOf, markdownFiles } from './markdown.mjs';

/** @typedef {import('./markdown.mjs').Block} Block */

const CODE = ['ts', 'tsx', 'js', 'jsx', 'vue', 'html'];
const PROSE = ['', 'text', 'toml', 'diff'];
/** Configurations, which the tests of the app run: apps/btcp/test/proxies.soak.test.ts and deploy-guide.test.ts. */
const RUN_BY_TESTS = ['caddyfile', 'nginx', 'haproxy', 'ini', 'yaml'];
/** What the compiler has to know of a component in a file of its own. */
const VUE_FILES = `declare module '*.vue' {
  const component: import('vue').Component;
  export default component;
}`;

/**
 * @param {string} root of the repository
 * @returns {Promise<string>} how many blocks were checked
 */
export async function checkSnippets(root) {
  const files = markdownFiles(root);
  const blocks = files.flatMap((file) => blocksOf(root, file));
  const commands = files.flatMap((file) => commandsOf(root, file));
  if (blocks.length === 0 || commands.length === 0) throw new Error('No code was found.');
  const code = blocks.filter(({ language }) => CODE.includes(language));
  const problems = compile(root, code);
  for (const block of [...blocks, ...commands]) {
    if ([...CODE, ...PROSE, ...RUN_BY_TESTS].includes(block.language)) continue;
    try {
      await checkOther(root, block);
    } catch (thrown) {
      problems.push(`${block.file}:${block.line} ${thrown instanceof Error ? thrown.message : thrown}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${blocks.length} blocks, ${code.length} of them compiled, and ${commands.length} commands in the text`;
}

/**
 * @param {string} root
 * @param {Block} block
 */
async function checkOther(root, block) {
  switch (block.language) {
    case 'json':
      return void JSON.parse(block.code);
    case 'sh':
    case 'console':
      return checkCommands(root, block);
    case 'svelte': {
      const compiler = pathToFileURL(join(root, 'node_modules/svelte/src/compiler/index.js')).href;
      const { compile: compileSvelte } = await import(compiler);
      return void compileSvelte(block.code, { filename: 'sample.svelte' });
    }
  }
  throw new Error(`Nothing checks blocks of ${block.language}.`);
}

/**
 * Puts each block into a file of its own, and has the compiler check them all.
 * @param {string} root
 * @param {Block[]} blocks
 * @returns {string[]} what is wrong
 */
function compile(root, blocks) {
  const folder = join(root, 'docs/snippets');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Map<string, Block & { before: number }>} */
  const sources = new Map();
  for (const [index, block] of blocks.entries()) {
    for (const { extension, code, before } of modulesOf(block)) {
      const name = `snippet-${index + 1}.${extension}`;
      sources.set(name, { ...block, before });
      writeFileSync(join(folder, name), code);
    }
  }
  const options = {
    extends: '../../tsconfig.tests.json',
    compilerOptions: {
      exactOptionalPropertyTypes: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      noImplicitAny: false,
      moduleDetection: 'force',
    },
    include: ['.'],
    exclude: [],
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vue.d.ts'), VUE_FILES);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const { stdout, status } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' });
  const problems = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => inMarkdown(line, sources));
  if (problems.length === 0 && status !== 0) return ['The compiler failed on the snippets.'];
  rmSync(folder, { recursive: true });
  return problems;
}

/**
 * @param {Block} block
 * @returns {{ extension: string, code: string, before: number }[]} `before` is the number of lines that we put first
 */
function modulesOf({ language, code, given }) {
  const start = given === '' ? '' : `${given}\n`;
  if (language === 'vue') return [{ extension: 'ts', ...scriptOf(code, start) }];
  if (language === 'html') {
    if (!/<script(?: type="module")?>/.test(code)) return [];
    return [{ extension: 'ts', ...scriptOf(code, `${start}declare const BTCP: typeof import('@btcp/client');\n`) }];
  }
  const extension = language === 'js' && given !== '' ? 'ts' : language;
  return [{ extension, code: start + code, before: start.split('\n').length - 1 }];
}

/**
 * The script of a page or a component.
 * @param {string} code
 * @param {string} start
 */
function scriptOf(code, start) {
  const [opening = '', script = ''] =
    /<script(?: setup| lang="ts"| type="module")*>\n([\s\S]*?)<\/script>/.exec(code) ?? [];
  const above = code.slice(0, code.indexOf(opening)).split('\n').length;
  return { code: start + script, before: start.split('\n').length - 1 - above };
}

/**
 * @param {string} line of the compiler
 * @param {Map<string, Block & { before: number }>} sources
 */
function inMarkdown(line, sources) {
  const [, name = '', row = '', rest = ''] = /^(?:.*\/)?(snippet-\d+\.\w+)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
  const source = sources.get(name);
  return source ? `${source.file}:${source.line + Number(row) - source.before} ${rest}` : line;
}
