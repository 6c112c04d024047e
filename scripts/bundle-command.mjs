// The `btcp` command as few files: Node would open some hundred modules before the first answer. What a command does not
// need stays in chunks of its own. The licences of what is inside lie next to it.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Loaded late if at all, with files of their own, or to be found by their name. */
const OUTSIDE = [/^node:/, /^@ai-sdk\//, 'ai', '@sparticuz/chromium', 'node-sqlite3-wasm'];

/** What is always loaded together is one file: each further file takes Node about a millisecond. */
const GROUPS = [
  { name: 'wire', test: /apps\/btcp\/dist\/wire\/|folders\/user-directory/ },
  { name: 'puppeteer', test: /node_modules\/puppeteer-core\// },
  { name: 'mcp-server', test: /node_modules\/@modelcontextprotocol\/|packages\/mcp\// },
  {
    name: 'chrome',
    test: /packages\/(?:chrome\/dist\/(?!process\/folders\/(?:(?:user-)?directo|owner))|browser-agent\/)/,
  },
  { name: 'tools', test: /node_modules\/zod\/|packages\/tools\// },
  {
    name: 'shared',
    test: /packages\/(?:access|protocol|chrome\/dist\/process\/folders\/(?:directories|owner))|apps\/btcp\/dist\/(?:settings\/(?:settings|definitions)|system\/)/,
  },
];

const PUPPETEER_LOGGER = /puppeteer-core\/lib\/esm\/puppeteer\/common\/Debug\.js$/;

/** Puppeteer makes a new logger for each message to and from Chrome, which takes longer than the message. */
const withoutLogger = {
  name: 'without-logger',
  /** @param {string} id */
  load(id) {
    return PUPPETEER_LOGGER.test(id) ? 'export const debug = () => () => {};' : undefined;
  },
};

/** @param {string} root of the repository */
export async function bundleCommand(root) {
  const folder = join(root, 'apps/btcp/dist/bundle');
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    input: join(root, 'apps/btcp/dist/quick.js'),
    platform: 'node',
    external: OUTSIDE,
    plugins: [withoutLogger],
    preserveEntrySignatures: false,
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    comments: false,
    chunkFileNames: '[name].js',
    codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS },
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(modules));
}

/** @param {string[]} modules */
function licencesOf(modules) {
  const folders = modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : license;
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
