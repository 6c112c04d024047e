// Loaded into the server with `--import`: measures how long its event loop is held, and notes what nobody caught.
import { appendFileSync, openSync, readFileSync, readSync } from 'node:fs';

const BEAT_MS = 5;
const REPORTED_FROM_MS = 20;

const report = String(process.env.BTCP_PROBE_REPORT);
/** @param {object} entry */
const write = (entry) => appendFileSync(report, `${JSON.stringify({ ...entry, at: Date.now() })}\n`);

process.on('uncaughtExceptionMonitor', (error, origin) => write({ uncaught: `${origin}: ${error?.stack ?? error}` }));

/**
 * CPU time of the main thread: a machine with other work to do holds the clock up, and not this. Between two beats
 * lies at most one turn of the loop in addition to the beat itself.
 */
function cpuTimer() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e3;
    };
  }
}

const cpu = cpuTimer();

const sample = JSON.stringify(Array.from({ length: 4_000 }, (_, index) => ({ name: `n${index}`, list: [1, 2, 3] })));

/**
 * How much slower this machine is than the one that the limit was set on, on which a fixed piece of work took 1.5 ms.
 * @param {number} rounds
 */
function slowness(rounds) {
  const before = cpu();
  for (let count = 0; count < rounds; count++) JSON.parse(sample);
  return Math.max(1, (cpu() - before) / (1.5 * rounds));
}

let last = cpu();
let slownessAtStart = 1;
const beat = () => {
  const now = cpu();
  const held = now - last;
  // Others may slow the machine down at any time, so each is measured by what it was at that moment.
  if (held >= REPORTED_FROM_MS) write({ held: held / Math.max(slownessAtStart, slowness(4)) });
  last = cpu();
};

// The start loads modules, which takes longer than any message may: the test says when to begin.
const start = setInterval(() => {
  if (!readFileSync(report, 'utf8').includes('"begin"')) return;
  clearInterval(start);
  slownessAtStart = slowness(40);
  write({ slowness: slownessAtStart });
  last = cpu();
  setInterval(beat, BEAT_MS).unref();
}, 20);
start.unref();
