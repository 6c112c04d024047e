// Runs every benchmark, one after the other: `npm run bench`. First what we aim at, with a mark at every row that falls
// short; then each prints its own table. All figures go into dist/bench.json, to be kept with a build. With `--json`
// the tables go into docs/data/bench.json as well, from which `npm run docs:tools` makes those of docs/comparisons.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { findProgram } from './proxies.mjs';

/** A name, and numbers below their headings: `evaluate      1.3      1.2    1.08x`. */
const ROW = /^(\S.*?) {2,}([\d.]+x?(?: +[\d.]+x?)+)$/;

const benches = readdirSync('packages')
  .flatMap((name) => ['operations.mjs', 'live.mjs'].map((file) => `packages/${name}/bench/${file}`))
  .filter((path) => existsSync(path));

// `npm run bench -- fleet` measures the fleet alone, with placement at scale.
const fleet = 'scripts/bench/fleet.mjs';
const fleetFigures = 'dist/fleet.json';
const windowed = 'scripts/bench/window.mjs';
const windowFigures = 'dist/window.json';
if (process.argv.includes('fleet')) {
  await run(fleet, []);
  await run('packages/fleet/bench/placement.mjs', ['10000', '100000']);
  process.exit();
}

/** @type {Record<string, Record<string, number[]>>} */
const tables = {};
mkdirSync('dist', { recursive: true });
const aims = 'scripts/bench/aims.mjs';
const figures = 'dist/aims.json';
rmSync(figures, { force: true });
rmSync(fleetFigures, { force: true });
rmSync(windowFigures, { force: true });
/** @type {Record<string, string>} */
const rowsOf = { [aims]: figures, [fleet]: fleetFigures, [windowed]: windowFigures };
const hasNats = findProgram('nats-server') !== undefined;
for (const path of [aims, ...(hasNats ? [fleet] : []), windowed, ...benches]) {
  console.log(`\n== ${path} ==`);
  const { code, output } = await run(path, rowsOf[path] ? ['--figures', rowsOf[path]] : []);
  if (code !== 0) process.exitCode = 1;
  if (rowsOf[path]) continue;
  tables[path] = Object.fromEntries(
    output.split('\n').flatMap((line) => {
      const [, name, numbers] = ROW.exec(line) ?? [];
      return name && numbers ? [[name, numbers.split(/ +/).map(Number.parseFloat)]] : [];
    }),
  );
}

const date = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores, ${process.platform} ${process.arch}`;
const setting = { date, machine, node: process.version, load: Number(loadavg()[1]?.toFixed(1)) };
const measured = Object.values(rowsOf).flatMap((file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [],
);
writeFileSync('dist/bench.json', `${JSON.stringify({ setting, aims: measured, tables }, undefined, 2)}\n`);
if (process.argv.includes('--json')) {
  mkdirSync('docs/data', { recursive: true });
  writeFileSync('docs/data/bench.json', `${JSON.stringify({ setting, tables }, undefined, 2)}\n`);
}

/**
 * Runs a benchmark, and shows what it prints as it comes.
 * @param {string} path
 * @param {string[]} parameters
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(path, parameters) {
  const child = spawn(process.execPath, [path, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
