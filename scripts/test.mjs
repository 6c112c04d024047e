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

const FIREFOX = { variable: 'BTCP_FIREFOX', programs: ['firefox-esr', 'firefox'], install: 'firefox-esr' };

/**
 * Tests that need a program which npm does not bring: they run where it is installed, or where the variable names one.
 * @type {{ name: string, mode: string, variable: string, programs: string[], install?: string }[]}
 */
const NEIGHBOURS = [
  {
    name: 'the extension',
    mode: 'extension',
    variable: 'BTCP_FULL_CHROME',
    programs: ['chromium', 'google-chrome'],
    install: 'chromium',
  },
  { name: 'pages in Firefox', mode: 'firefox', ...FIREFOX },
  { name: 'the browser_* tools in Firefox', mode: 'firefox-tools', ...FIREFOX },
  {
    name: 'pages in WebKit',
    mode: 'webkit',
    variable: 'BTCP_WEBKIT',
    programs: ['WebKitWebDriver'],
    install: 'webkit2gtk-driver xvfb',
  },
  {
    name: 'Prometheus',
    mode: 'prometheus',
    variable: 'BTCP_PROMETHEUS',
    programs: ['prometheus'],
    install: 'prometheus',
  },
  { name: 'the container image', mode: 'image', variable: 'BTCP_IMAGE', programs: [] },
];

/** @param {(typeof NEIGHBOURS)[number]} neighbour */
const isPresent = ({ variable, programs }) => process.env[variable] || programs.some((each) => findProgram(each));

const isAll = process.argv.includes('--all');

await stage('build', build);

const folder = mkdtempSync(join(tmpdir(), 'btcp-test-'));
/** @type {{ passed: number, failed: number, isGood: boolean }[]} */
const outcomes = [];
// The tests wait for their browsers a third of the time.
const projects = isAll ? [] : ['--project', 'unit', '--project', 'chrome'];
await Promise.all([check(), stage('tests', () => vitest(...projects))]);
const present = isAll ? NEIGHBOURS.filter(isPresent) : [];
for (const { name, mode } of present) {
  await stage(`tests: ${name}`, () => vitest('--mode', mode, '--config', 'scripts/neighbours.config.ts'));
}
rmSync(folder, { recursive: true });

const absent = isAll
  ? [...NEIGHBOURS.filter((each) => !isPresent(each)).map(toHave), ...servers()]
  : ['packaging, parity, memory, load, fleets, PostgreSQL, reverse proxies and other browsers (npm run test:all)'];
if (absent.length > 0) console.log(`Not run: ${absent.join(', ')}.`);
const count = (/** @type {'passed' | 'failed'} */ what) => outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
console.log(`${count('passed')} passed, ${count('failed')} failed`);
process.exit(outcomes.every(({ isGood }) => isGood) ? 0 : 1);

/** @param {(typeof NEIGHBOURS)[number]} neighbour */
function toHave({ name, variable, install }) {
  return `${name} (${install ? `apt-get install ${install}, or ` : ''}${variable})`;
}

/** The servers without which tests were left out. */
function servers() {
  const missing = missingPrograms();
  return [
    ...(findProgram('nats-server') ? [] : ['fleets (apt-get install nats-server)']),
    ...(findPostgres() ? [] : ['PostgreSQL (apt-get install postgresql, or BTCP_POSTGRES)']),
    ...(missing.length > 0 ? [`reverse proxies (apt-get install ${missing.join(' ')})`] : []),
  ];
}

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
