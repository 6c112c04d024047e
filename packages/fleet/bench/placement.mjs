// Placement at scale, on a real nats-server with simulated workers: what leases and placements cost, and how sessions of
// dead workers move. `node packages/fleet/bench/placement.mjs 10000 100000` takes WORKERS and SESSIONS.
import { startNats } from '../../../scripts/bench/nats.mjs';
import { Lease } from '../dist/leases/lease.js';
import { Bus } from '../dist/nats/bus.js';
import { Placement } from '../dist/placement/placement.js';

const [workerCount = 10_000, sessionCount = 100_000] = process.argv.slice(2).map(Number);
const CONTESTED = 2_000;
/** One in a hundred dies; the sessions of these are placed again. */
const DEAD_SHARE = 0.01;
const AT_ONCE = 256;
const MEGABYTE = 1024 ** 2;

const nats = await startNats();
const buses = await Promise.all(['one', 'other'].map((name) => Bus.connect({ servers: nats.url, name })));
const [bus] = buses;
if (!bus) throw new Error('There is no bus.');

const record = { url: 'http://127.0.0.1', slots: 1_000, open: 0, labels: {}, version: '1' };
const leases = Array.from(
  { length: workerCount },
  (_, index) =>
    new Lease({ worker: `w${index}`, workers: bus.workers, ttl: bus.leaseTtl, now: () => performance.now() }),
);
/** @param {readonly Lease[]} some */
const renew = (some) => inParallel(some, (lease) => lease.renew({ ...record, state: 'ready' }));
/** @param {readonly Lease[]} some */
const viewsOf = (some) =>
  some.map(({ worker, epoch = 0 }) => ({ ...record, state: /** @type {const} */ ('ready'), id: worker, epoch }));

await measured(`${workerCount} leases`, workerCount, () => renew(leases));
await measured(`${workerCount} renewals`, workerCount, () => renew(leases));

let seen = viewsOf(leases);
const placements = buses.map(({ sessions, workers }) => new Placement({ sessions, workers, seen: () => seen }));
const wanted = (/** @type {number} */ index) => ({ session: `s${index}`, user: '', labels: {} });

// Leases run out meanwhile, which a first placement does not ask for: it looks at the lease of an owner only.
/** @type {Map<number, string>} */
const owners = new Map();
await measured(`${sessionCount} placements`, sessionCount, () =>
  inParallel(numbers(sessionCount), async (index) => {
    const placed = await placements[0]?.place(wanted(index));
    if (placed) owners.set(index, placed.worker);
  }),
);
console.log(`memory: NATS ${nats.memory()} MB, this process ${Math.round(process.memoryUsage.rss() / MEGABYTE)} MB`);

// One worker in a hundred does not come back; the others renew all the time, as far as this process can.
const deadCount = Math.max(1, Math.floor(workerCount * DEAD_SHARE));
const alive = leases.slice(deadCount);
const dead = new Set(leases.slice(0, deadCount).map(({ worker }) => worker));
const kept = alive.slice(0, Math.min(alive.length, 1_000));
await renew(kept);
seen = viewsOf(kept);
const renewing = setInterval(() => void renew(kept).catch(() => {}), bus.leaseTtl / 3);
const lost = [...owners].filter(([, worker]) => dead.has(worker)).map(([index]) => index);
await measured(`${lost.length} sessions of ${deadCount} dead workers moved`, lost.length, () =>
  inParallel(lost, async (index) => {
    const placed = await placements[0]?.place(wanted(index));
    if (!placed || dead.has(placed.worker)) throw new Error(`s${index} was not moved.`);
  }),
);

// Two gateways want the same sessions at once.
let doubles = 0;
await measured(`${CONTESTED} contested placements`, CONTESTED, () =>
  inParallel(numbers(CONTESTED), async (index) => {
    const [one, other] = await Promise.all(
      placements.map((placement) => placement.place(wanted(sessionCount + index))),
    );
    if (one?.worker !== other?.worker || one?.revision !== other?.revision) doubles++;
  }),
);
clearInterval(renewing);
console.log(`double owners: ${doubles}`);
if (doubles > 0) process.exitCode = 1;

await Promise.all(buses.map((each) => each.close()));
await nats.stop();

/** @param {number} count */
function numbers(count) {
  return Array.from({ length: count }, (_, index) => index);
}

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
