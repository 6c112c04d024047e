// Runs the official MCP conformance suite against our server at both revisions of the protocol: `npm run conformance`.
// First the scenarios that need no fixtures, on the tools that users get; then all of them, with the suite's fixtures.
// The suite needs Node 22 and is not a dependency: it is installed into the folder that CONFORMANCE_DIR names.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveBothEras } from '@btcp/mcp';
import { startAppServer } from '../dist/server/app-server.js';
import { createFixtureServer } from './fixtures.mjs';

const REVISIONS = ['2026-07-28', '2025-11-25'];
const PACKAGES = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@24'];

/** Provable on the real tools. */
const WITHOUT_FIXTURES = {
  '2026-07-28': ['tools-list', 'server-stateless', 'dns-rebinding-protection', 'http-header-validation', 'caching'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection', 'server-session-lifecycle'],
};

/** Checks that cannot be made on the real tools, since they call diagnostic tools of the suite; the fixtures have them. */
const UNTESTABLE = { 'server-stateless': 4 };

const folder = process.env.CONFORMANCE_DIR ?? join(tmpdir(), 'btcp-conformance');
const suite = install();

function install() {
  const main = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const node = join(folder, 'node_modules/.bin/node');
  if (!existsSync(main) || !existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    spawnSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], { cwd: folder, stdio: 'inherit' });
  }
  return { main, node };
}

/** In a process of its own: the server under test runs here. */
async function conformance(url, args) {
  const child = spawn(suite.node, [suite.main, 'server', '--url', url, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

/** The scenarios of a summary, and those that are reported but not scored. */
function read(output) {
  const [summary = '', unscored = ''] = output.slice(output.indexOf('=== SUMMARY ===')).split('Not scored for');
  const rows = [...summary.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)].map(([, name, passed, failed]) => ({
    name,
    passed: Number(passed),
    failed: Number(failed),
  }));
  const unscoredNames = new Set([...unscored.matchAll(/^\s+[✓✗] (\S+)/gm)].map(([, name]) => name));
  return { scored: rows.filter(({ name }) => !unscoredNames.has(name)), rows };
}

async function withServer(mcp, run) {
  const server = await startAppServer({
    host: '127.0.0.1',
    port: 0,
    token: null,
    chrome: {},
    allowedOrigins: [],
    sessions: {},
    tools: {},
    // No request of the suite opens the workspace.
    dataDirectory: tmpdir(),
    stateDirectory: tmpdir(),
    ...(mcp ? { mcp } : {}),
  });
  try {
    return await run(`${server.url}/mcp`);
  } finally {
    await server.close();
  }
}

let regressions = 0;
function report(title, rows, untestable = {}) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const failing = rows.filter(({ name, failed }) => failed > (untestable[name] ?? 0));
  regressions += failing.length + (rows.length === 0 ? 1 : 0);
  console.log(`${title}: ${rows.length} scenarios, ${sum('passed')} checks passed, ${sum('failed')} failed`);
  for (const { name, failed } of failing) console.log(`  FAILED ${name} (${failed})`);
}

for (const revision of REVISIONS) {
  const wanted = WITHOUT_FIXTURES[revision];
  const real = await withServer(undefined, (url) => conformance(url, ['--requirements', revision]));
  const rows = read(real).rows.filter(({ name }) => wanted.includes(name));
  report(`${revision}, the real tools`, rows, UNTESTABLE);

  const fixtures = serveBothEras({ create: () => createFixtureServer(), ended: async () => {} });
  const all = await withServer(fixtures, (url) => conformance(url, ['--requirements', revision]));
  report(`${revision}, all that is required`, read(all).scored);
  if (process.argv.includes('--verbose')) console.log(all);
}
process.exitCode = regressions > 0 ? 1 : 0;
