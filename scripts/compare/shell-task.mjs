// A task of ten steps in one shell script, in the words that agent-browser and BTCP share: search, fill a form, download.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { CONTENDERS } from './contenders.mjs';
import { tokensOf } from './measures.mjs';

const execute = promisify(execFile);

const STEPS = [
  'open "$ORIGIN/coffee"',
  'snapshot -i',
  "fill 'input[name=q]' Dark",
  "click 'form button'",
  "wait --text '20 kinds of beans'",
  'open "$ORIGIN/order"',
  "fill '#name' 'Ada Lovelace'",
  "click '#send'",
  "wait '#invoice'",
  'download \'#invoice\' "$FOLDER/invoice.csv"',
];

/** @typedef {{ calls: number, tokens: number, time: number }} ShellTask */

/**
 * The best of three runs of each contender that has a command, with its browser running.
 * @param {import('./contenders.mjs').Places} places
 * @param {string} origin
 */
export async function measureShellTask(places, origin) {
  /** @type {Record<string, ShellTask>} */
  const measured = {};
  for (const { name, shell } of CONTENDERS) {
    if (!shell) continue;
    const { command, parameters, environment } = shell({ ...places, session: `${places.session}-task` });
    const env = { ...process.env, ...environment, ORIGIN: origin };
    await execute(command, [...parameters, 'open', 'about:blank'], { env });
    const runs = [];
    for (let round = 0; round < 3; round++) runs.push(await runTask([command, ...parameters], env, places.peers));
    await execute(command, [...parameters, 'close'], { env });
    const [best] = runs.toSorted((one, other) => one.time - other.time);
    if (best) measured[name] = best;
  }
  return measured;
}

/**
 * @param {string[]} command to which a step adds its words
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder
 * @returns {Promise<ShellTask>}
 */
async function runTask(command, env, folder) {
  const downloads = mkdtempSync(join(folder, 'task-'));
  const script = STEPS.map((step) => `"$@" ${step}`).join('\n');
  const started = performance.now();
  const { stdout, stderr } = await execute('sh', ['-e', '-c', script, 'task', ...command], {
    env: { ...env, FOLDER: downloads },
  });
  const time = performance.now() - started;
  const invoice = readFileSync(join(downloads, 'invoice.csv'), 'utf8');
  if (invoice !== 'Ada Lovelace') throw new Error(`The invoice is "${invoice}".`);
  rmSync(downloads, { recursive: true });
  return { calls: STEPS.length, tokens: tokensOf(stdout + stderr), time };
}
