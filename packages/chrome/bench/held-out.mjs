// Reads 20 pages of npm packages that nothing here was built with: how many of the words that a person sees are read,
// in how many tokens, and which controls have no ref. `node packages/chrome/bench/held-out.mjs` after a build; `--tree PATH`
// measures another built checkout, to compare with.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describePage } from './page-facts.mjs';

/** @type {Record<string, string[]>} */
const PAGES = {
  'dat.gui@0.7.9': ['example.html'],
  'daterangepicker@3.1.0': ['website/index.html', 'demo.html'],
  'dragula@3.7.3': ['index.html'],
  'jsoneditor@10.1.1': [
    'examples/01_basic_usage.html',
    'examples/07_json_schema_validation.html',
    'examples/10_templates.html',
  ],
  'jstree@3.3.17': ['demo/basic/index.html'],
  'medium-editor@5.23.3': [
    'demo/index.html',
    'demo/static-toolbar.html',
    'demo/multi-one-instance.html',
    'demo/table-extension.html',
  ],
  'reveal.js@5.1.0': ['demo.html'],
  'uikit@3.21.16': [
    'tests/navbar.html',
    'tests/form.html',
    'tests/modal.html',
    'tests/table.html',
    'tests/nav.html',
    'tests/search.html',
    'tests/comment.html',
  ],
};

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const MAX_PARTS = 60;

const flag = process.argv.indexOf('--tree');
const tree = resolve(flag < 0 ? '.' : (process.argv[flag + 1] ?? '.'));
const load = (/** @type {string} */ name) => import(pathToFileURL(`${tree}/packages/${name}/dist/index.js`).href);
const { ChromeEngine } = await load('chrome');
const { Conversations, callTool, catalogue, createToolSet } = await load('tools');

const folder = join(tmpdir(), 'btcp-held-out');
for (const name of Object.keys(PAGES)) fetchPackage(name);

/** @type {(facts: { words: string[], controls: string[] }) => void} */
let receive = () => {};
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'POST') {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      receive(JSON.parse(body));
      response.end();
    });
    return;
  }
  const file = join(folder, normalize(decodeURIComponent(pathname)));
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
  const type = Object.entries(TYPES).find(([extension]) => extension === extname(file))?.[1];
  response.writeHead(200, type ? { 'content-type': `${type}; charset=utf-8` } : {}).end(readFileSync(file));
});
await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

const conversations = new Conversations(new ChromeEngine());
const tools = createToolSet(catalogue);
const call = (/** @type {string} */ name, /** @type {object} */ input) =>
  callTool({ tools, name, input, conversation: conversations.get('held-out'), signal: AbortSignal.timeout(60_000) });

const total = { words: 0, snapshot: [0, 0], text: [0, 0], controls: 0, unreachable: 0 };
console.log('page  words  snapshot recall, tokens  text recall, tokens  controls  without a ref');
for (const [name, paths] of Object.entries(PAGES)) {
  for (const path of paths) await measure(name, path);
}
console.log(
  `all  ${total.words}  ${recall(total.snapshot[0])}, ${total.snapshot[1]}  ${recall(total.text[0])}, ${total.text[1]}  ${total.controls}  ${total.unreachable}`,
);
await conversations.closeAll();
server.close();

/**
 * @param {string} name
 * @param {string} path
 */
async function measure(name, path) {
  await call('browser_navigate', { url: `http://127.0.0.1:${port}/${name}/package/${path}`, timeout: '30s' });
  const facts = new Promise((/** @type {typeof receive} */ done) => (receive = done));
  await call('browser_evaluate', { script: `(${describePage})()` });
  const { words, controls } = await facts;
  const snapshot = await readAll('browser_snapshot');
  const text = await readAll('browser_get_text');
  const reached = await reachedControls(snapshot.refs);
  const missing = controls.filter((_, index) => !reached.has(String(index)));
  const found = [snapshot, text].map((read) => words.filter((word) => read.words.has(word)).length);
  total.words += words.length;
  total.snapshot = [(total.snapshot[0] ?? 0) + (found[0] ?? 0), (total.snapshot[1] ?? 0) + snapshot.tokens];
  total.text = [(total.text[0] ?? 0) + (found[1] ?? 0), (total.text[1] ?? 0) + text.tokens];
  total.controls += controls.length;
  total.unreachable += missing.length;
  const share = (/** @type {number | undefined} */ count = 0) => (count / Math.max(1, words.length)).toFixed(3);
  console.log(
    `${name} ${path}  ${words.length}  ${share(found[0])}, ${snapshot.tokens}  ${share(found[1])}, ${text.tokens}  ${controls.length}  ${missing.length}`,
  );
  if (process.argv.includes('--list')) for (const control of missing) console.log(`    ${control}`);
  if (process.argv.includes('--words')) console.log('   ', words.filter((word) => !text.words.has(word)).join(' '));
}

/**
 * Follows every cursor that an answer names.
 * @param {string} name
 * @returns {Promise<{ words: Set<string>, tokens: number, refs: string[] }>}
 */
async function readAll(name) {
  let whole = '';
  let tokens = 0;
  /** @type {(string | undefined)[]} */
  const cursors = [undefined];
  for (let part = 0; cursors.length > 0 && part < MAX_PARTS; part++) {
    const cursor = cursors.shift();
    const { text } = await call(name, cursor ? { cursor } : {});
    whole += `${text}\n`;
    tokens += countTokens(text, { disallowedSpecial: new Set() });
    cursors.push(...[...text.matchAll(/cursor "([^"]+)"/g)].map(([, next]) => next));
  }
  const refs = [...whole.matchAll(/(?:@|\[ref=)((?:[a-z]\d+)?[a-z]*e\d+)\b/g)].map(([, ref]) => ref ?? '');
  return { words: new Set(whole.toLowerCase().match(/[\p{L}\p{N}]+/gu)), tokens, refs: [...new Set(refs)] };
}

/** @param {string[]} refs */
async function reachedControls(refs) {
  const reached = new Set();
  for (const ref of refs) {
    const read = call('browser_get_attribute', { selector: `@${ref}`, attribute: 'data-held-out' });
    const value = await read.then(({ data }) => data.value).catch(() => null);
    for (const number of value?.split(' ') ?? []) reached.add(number);
  }
  return reached;
}

/** @param {number | undefined} count */
function recall(count = 0) {
  return (count / total.words).toFixed(3);
}

/** @param {string} name */
function fetchPackage(name) {
  const target = join(folder, name);
  if (existsSync(join(target, 'package'))) return;
  mkdirSync(target, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', name], { cwd: target, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', packed], { cwd: target });
}
