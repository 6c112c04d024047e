// What eight sessions hold in memory, with the process that opened them. Shared pages are divided among those who share
// them (PSS), as adding up what each process holds would count Chrome's code many times.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Chrome frees what loading a page took a moment later. */
const SETTLE_MS = 3_000;
const program = fileURLToPath(new URL('sessions.mjs', import.meta.url));

export const canMeasureMemory = existsSync('/proc/self/smaps_rollup');

/**
 * In megabytes.
 * @param {'floor' | 'context' | 'process'} mode
 * @param {string} url
 */
export async function memoryOf(mode, url) {
  const child = spawn(process.execPath, [program, mode, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode !== null || child.pid === undefined) throw new Error(`No sessions were opened (${mode}).`);
  await pause(SETTLE_MS);
  const size = treeOf(child.pid).reduce((sum, pid) => sum + shareOf(pid), 0);
  child.kill();
  await ended;
  return size / 1_024;
}

/** @param {number} root @returns {number[]} */
function treeOf(root) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      parent: Number(read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1]),
    }));
  const tree = [root];
  for (const holder of tree) {
    for (const { pid, parent } of parents) if (parent === holder) tree.push(pid);
  }
  return tree;
}

/** In kilobytes. @param {number} pid */
function shareOf(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
