// `npm test`: build, then the checks and the tests in Node and in real Chrome, side by side. `npm run test:all` adds
// packaging, parity, memory, load and other browsers, as CI does. Ends with `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { findPostgres, findProgram, missingPrograms } from './proxies.mjs';
import { stage } from './stage.mjs';

/** Tests that need a program which npm does not bring: they run where its variable names one. */
const NEIGHBOURS = [
  { variable: 'BTCP_FULL_CHROME', run: ['--config', 'examples/extension/vitest.config.ts'], name: 'the extension' },
  {
    variable: 'BTCP_FIREFOX',
    run: ['--mode', 'firefox', '--config', 'scripts/other-browsers.config.ts'],
    name: 'Firefox',
  },
  {
    variable: 'BTCP_WEBKIT',
    run: ['--mode', 'webkit', '--config', 'scripts/other-browsers.config.ts'],
    name: 'WebKit',
  },
  { variable: 'BTCP_PROMETHEUS', run: ['--config', 'scripts/prometheus.config.ts'], name: 'Prometheus' },
  { variable: 'BTCP_IMAGE', run: ['--config', 'scripts/container.config.ts'], name: 'the container image' },
];

/** Looked for in the same places as by the engine. */
const firefox = process.env.BTCP_FIREFOX ?? findProgram('firefox-esr') ?? findProgram('firefox');

const isAll = process.argv.includes('--all');

await stage('build', build);

const folder = mkdtempSync(join(tmpdir(), 'btcp-test-'));
/** @type {{ passed: number, failed: number, isGood: boolean }[]} */
const outcomes = [];
// The tests wait for their browsers a third of the time.
const projects = isAll ? [] : ['--project', 'unit', '--project', 'chrome'];
await Promise.all([check(), stage('tests', () => vitest(...projects))]);
const present = isAll ? NEIGHBOURS.filter(({ variable }) => process.env[variable]) : [];
for (const { name, run } of present) await stage(`tests: ${name}`, () => vitest(...run));
if (isAll && firefox) {
  await stage('tests: the browser_* tools in Firefox', () => vitest('--config', 'scripts/firefox.config.ts'));
}
rmSync(folder, { recursive: true });

const absent = isAll
  ? NEIGHBOURS.filter(({ variable }) => !process.env[variable]).map(({ name, variable }) => `${name} (${variable})`)
  : ['packaging, parity, memory, load, fleets, PostgreSQL, reverse proxies and other browsers (npm run test:all)'];
if (isAll && !firefox) absent.push('the browser_* tools in Firefox (apt-get install firefox-esr)');
if (isAll && findProgram('nats-server') === undefined) absent.push('fleets (apt-get install nats-server)');
if (isAll && findPostgres() === undefined) absent.push('PostgreSQL (apt-get install postgresql, or BTCP_POSTGRES)');
const missing = missingPrograms();
if (isAll && missing.length > 0) absent.push(`reverse proxies (apt-get install ${missing.join(' ')})`);
if (absent.length > 0) console.log(`Not run: ${absent.join(', ')}.`);
const count = (/** @type {'passed' | 'failed'} */ what) => outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
console.log(`${count('passed')} passed, ${count('failed')} failed`);
process.exit(outcomes.every(({ isGood }) => isGood) ? 0 : 1);

/**
 * Runs vitest, and keeps how it went.
 * @param {string[]} parameters
 */
async function vitest(...parameters) {
  const report = join(folder, `report-${outcomes.length}.json`);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...output, ...parameters], {
    stdio: 'inherit',
  });
  const end = () => child.kill();
  process.once('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  const { numPassedTests: passed, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  // What failed outside of a test, such as a file's last hook, counts as one.
  const failed = numFailedTests || (status === 0 ? 0 : 1);
  outcomes.push({ passed, failed, isGood: status === 0 && passed > 0 });
}
