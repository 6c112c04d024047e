// Runs every benchmark, one after the other: `npm run bench`. Each prints its own table. With `--json` the rows go into
// docs/data/bench.json as well, from which `npm run docs:tools` makes the tables of docs/comparisons.md.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** A name, and numbers below their headings: `evaluate      1.3      1.2    1.08x`. */
const ROW = /^(\S.*?) {2,}([\d.]+x?(?: +[\d.]+x?)+)$/;

const benches = readdirSync('packages')
  .flatMap((name) => ['operations.mjs', 'live.mjs'].map((file) => `packages/${name}/bench/${file}`))
  .filter((path) => existsSync(path));

/** @type {Record<string, Record<string, number[]>>} */
const tables = {};
for (const path of benches) {
  console.log(`\n== ${path} ==`);
  const { code, output } = await run(path);
  if (code !== 0) process.exitCode = 1;
  tables[path] = Object.fromEntries(
    output.split('\n').flatMap((line) => {
      const [, name, numbers] = ROW.exec(line) ?? [];
      return name && numbers ? [[name, numbers.split(/ +/).map(Number.parseFloat)]] : [];
    }),
  );
}

if (process.argv.includes('--json')) {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, ${process.platform} ${process.arch}`;
  const setting = { date, machine, node: process.version, load: Number(loadavg()[1]?.toFixed(1)) };
  mkdirSync('docs/data', { recursive: true });
  writeFileSync('docs/data/bench.json', `${JSON.stringify({ setting, tables }, undefined, 2)}\n`);
}

/**
 * Runs a benchmark, and shows what it prints as it comes.
 * @param {string} path
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(path) {
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
    process.stdout.write(text);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
