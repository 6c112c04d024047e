// Which tests show which requirement and which tool, read from the titles of the tests. Writes docs/traceability.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILE = join(root, 'docs', 'traceability.md');

/** @type {Record<string, string>} */
const REQUIREMENTS = {
  'REQ-BT-001': 'Navigate to URLs',
  'REQ-BT-002': 'Execute JavaScript',
  'REQ-BT-003': 'Take screenshots',
  'REQ-BT-004': 'Capture console logs',
  'REQ-BT-005': 'Resize the viewport',
  'REQ-BT-006': 'Read image files',
  'REQ-BT-007': 'Reliable browser availability',
  'REQ-BT-008': 'Reliable element clicking',
  'REQ-BT-009': 'Reliable text input',
  'REQ-BT-010': 'Implicit session model',
  'REQ-BT-011': 'State persistence',
  'REQ-BT-012': 'Stateless tools with context injection',
  'REQ-BT-013': 'Wait for elements of the page',
  'REQ-BT-014': 'Accurate objects in console logs',
  'REQ-BT-015': 'Access to full console logs',
  'REQ-BT-020': 'Service worker inspection',
  'REQ-BT-021': 'Source of network requests',
  'REQ-BT-022': 'Offline mode',
  'REQ-BT-023': 'Console of every context',
  'REQ-BT-024': 'Capture network requests',
};

/** The tools that the specifications name: of the plugin, of the developer tools, of the live view. */
const TOOLS = `browser_navigate browser_back browser_forward browser_reload browser_snapshot browser_click browser_type
  browser_fill browser_hover browser_press browser_scroll browser_get_text browser_get_attribute browser_is_visible
  browser_wait_for browser_screenshot browser_evaluate
  browser_eval browser_take_screenshot read_image browser_resize browser_recent_console_logs browser_clear_console_logs
  browser_get_service_workers browser_get_network_sources browser_set_offline browser_wait_for_selector
  browser_open browser_close browser_wait`.split(/\s+/);

/** @typedef {{ file: string, group: string, title: string }} Test */

/** @returns {{ text: string, missing: string[], tests: number }} */
export function traceability() {
  const tests = testFiles().flatMap(titlesIn);
  if (tests.length === 0) throw new Error('No tests were found.');
  const rows = [
    ...Object.entries(REQUIREMENTS).map(([id, title]) => ({ name: id, label: `${id} ${title}` })),
    ...TOOLS.map((name) => ({ name, label: `\`${name}\`` })),
  ].map((row) => ({ ...row, tests: tests.filter((test) => mentions(`${test.group} ${test.title}`, row.name)) }));
  return {
    text: render(rows),
    missing: rows.filter((row) => row.tests.length === 0).map(({ name }) => name),
    tests: tests.length,
  };
}

/** Fails when the page in the docs is not what the tests say. */
export function checkTraceability() {
  const { text, missing, tests } = traceability();
  if (readFileSync(FILE, 'utf8') !== text) {
    throw new Error('docs/traceability.md is not what the tests say. Write it again: node scripts/traceability.mjs');
  }
  return missing.length > 0 ? `no test yet for ${missing.join(', ')}` : `${tests} tests`;
}

/** @param {{ label: string, tests: Test[] }[]} rows */
function render(rows) {
  const lines = rows.map(({ label, tests }) => `| ${label} | ${tests.length === 0 ? '**none**' : cell(tests)} |`);
  return `# Traceability

Every requirement and every tool of the specifications, and the tests whose titles name it. This page is made by
\`node scripts/traceability.mjs\` from the titles, and \`npm run check\` compares it with them.

| requirement or tool | tests |
| --- | --- |
${lines.join('\n')}
`;
}

/** @param {Test[]} tests */
function cell(tests) {
  const places = new Map(tests.map(({ file, group }) => [`${file} ${group}`, { file, group }]));
  return [...places.values()]
    .map(({ file, group }) => {
      const titles = tests.filter((test) => test.file === file && test.group === group).map(({ title }) => title);
      const text = `${group ? `**${group}**: ` : ''}${titles.join('; ')}`;
      return `[${basename(file)}](../${file}) ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`;
    })
    .join('<br>');
}

/** @param {string} title @param {string} name */
function mentions(title, name) {
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(title);
}

function testFiles() {
  return ['packages', 'apps']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(root, folder, path)),
    )
    .filter((path) => /[/\\]test[/\\].*\.test\.ts$/.test(path) && !path.includes('node_modules'))
    .sort();
}

/**
 * The title of each test, and those of the groups around it.
 * @param {string} path
 * @returns {Test[]}
 */
function titlesIn(path) {
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const file = relative(root, path).replaceAll('\\', '/');
  /** @type {Test[]} */
  const found = [];
  /** @param {unknown} node @param {string[]} around */
  const visit = (node, around) => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, around);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const call = asCall(node);
    const kind = call && nameOfCallee(call.callee);
    const title = call && textOf(call.arguments[0]);
    if (title !== undefined && kind === 'test') found.push({ file, group: around.join(' › '), title });
    const inside = title !== undefined && kind === 'describe' ? [...around, title] : around;
    for (const value of Object.values(node)) visit(value, inside);
  };
  visit(program, []);
  return found;
}

/** @param {object} node @returns {{ callee: unknown, arguments: unknown[] } | undefined} */
function asCall(node) {
  const { type, callee, arguments: values } = /** @type {any} */ (node);
  return type === 'CallExpression' ? { callee, arguments: values } : undefined;
}

/** `test` of `test(…)`, `test.each([…])(…)` and the like. @param {any} callee @returns {string | undefined} */
function nameOfCallee(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return nameOfCallee(callee.callee);
  return callee.type === 'MemberExpression' ? nameOfCallee(callee.object) : undefined;
}

/** @param {any} node @returns {string | undefined} */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral')
    return node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('…');
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, missing, tests } = traceability();
  writeFileSync(FILE, text);
  console.log(`${tests} tests; ${missing.length > 0 ? `none for ${missing.join(', ')}` : 'every row has some'}`);
}
