// Placement at scale, on a real nats-server with simulated workers: node packages/fleet/bench/placement.mjs [WORKERS] [SESSIONS]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lease } from '../dist/leases/lease.js';
import { Bus } from '../dist/nats/bus.js';
import { Placement } from '../dist/placement/placement.js';

const [workerCount = 1_000, sessionCount = 10_000] = process.argv.slice(2).map(Number);
const CONTESTED = 2_000;
const KEPT_WORKERS = 50;
const AT_ONCE = 256;
const PORT = 14_722;

const folder = mkdtempSync(join(tmpdir(), 'btcp-bench-nats-'));
const nats = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(PORT)], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
for await (const text of nats.stderr.setEncoding('utf8')) if (`${text}`.includes('Server is ready')) break;
nats.stderr.resume();

const buses = await Promise.all(
  ['one', 'other'].map((name) => Bus.connect({ servers: `nats://127.0.0.1:${PORT}`, name })),
);
const [bus] = buses;
if (!bus) throw new Error('There is no bus.');

const record = { url: 'http://127.0.0.1', slots: 1_000, open: 0, labels: {}, version: '1' };
const ids = Array.from({ length: workerCount }, (_, index) => `w${index}`);
const leases = ids.map(
  (worker) => new Lease({ worker, workers: bus.workers, ttl: bus.leaseTtl, now: () => performance.now() }),
);
const renewAll = () => inParallel(leases, (lease) => lease.renew({ ...record, state: 'ready' }));

await measured(`${workerCount} leases`, workerCount, renewAll);
await measured(`${workerCount} renewals`, workerCount, renewAll);

const views = () =>
  leases.map(({ worker, epoch = 0 }) => ({ ...record, state: /** @type {const} */ ('ready'), id: worker, epoch }));
let seen = views();
const placements = buses.map(({ sessions, workers }) => new Placement({ sessions, workers, seen: () => seen }));
const wanted = (/** @type {number} */ index) => ({ session: `s${index}`, user: '', labels: {} });

// Leases run out meanwhile, which placement does not ask for: it looks at the lease of an owner only.
await measured(`${sessionCount} placements`, sessionCount, () =>
  inParallel(
    Array.from({ length: sessionCount }, (_, index) => index),
    (index) => placements[0]?.place(wanted(index)),
  ),
);

// Two gateways at once, on few workers whose leases are kept.
const kept = leases.slice(0, KEPT_WORKERS);
const keep = () => inParallel(kept, (lease) => lease.renew({ ...record, state: 'ready' }));
await keep();
seen = views().slice(0, KEPT_WORKERS);
const renewing = setInterval(keep, bus.leaseTtl / 6);
let doubles = 0;
await measured(`${CONTESTED} contested placements`, CONTESTED, () =>
  inParallel(
    Array.from({ length: CONTESTED }, (_, index) => sessionCount + index),
    async (index) => {
      const [one, other] = await Promise.all(placements.map((placement) => placement.place(wanted(index))));
      if (one?.worker !== other?.worker || one?.revision !== other?.revision) doubles++;
    },
  ),
);
clearInterval(renewing);
console.log(`double owners: ${doubles}`);
console.log(`memory of this process: ${Math.round(process.memoryUsage.rss() / 1024 ** 2)} MB`);

await Promise.all(buses.map((each) => each.close()));
nats.kill();
await once(nats, 'exit');
rmSync(folder, { recursive: true });

/**
 * @param {string} what
 * @param {number} count
 * @param {() => Promise<void>} run
 */
async function measured(what, count, run) {
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1_000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} per second`);
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @param {(item: Item) => unknown} run
 */
async function inParallel(items, run) {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
