// Every operation through callTool, compared with the least that it can cost (direct CDP), interleaved in one run.
// The ratios say more than the times, which depend on the machine.
import { performance } from 'node:perf_hooks';
import { ChromeEngine, resolveChrome } from '@btcp/chrome';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { startFloor } from './floor.mjs';
import { servePages } from './pages.mjs';

const ROUNDS = Number(process.env.BTCP_BENCH_ROUNDS ?? 15);
const COLD_ROUNDS = Math.min(ROUNDS, 5);
const tools = createToolSet(catalogue);
const binary = await resolveChrome({});
const pages = await servePages();

function caller(conversations, id = 'bench') {
  const { signal } = new AbortController();
  return (name, input = {}) => callTool({ tools, name, input, conversation: conversations.get(id), signal });
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function median(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}

const conversations = new Conversations(new ChromeEngine());
const call = caller(conversations);
const floor = await startFloor(binary.path, binary.environment);

/** What each operation is, on which page, by us and by the floor. */
const OPERATIONS = [
  [
    'navigate, small page',
    '/form',
    () => call('browser_navigate', { url: `${pages.origin}/form` }),
    () => floor.navigate(`${pages.origin}/form`),
  ],
  [
    'navigate, 1.4k elements',
    '/form',
    () => call('browser_navigate', { url: `${pages.origin}/medium` }),
    () => floor.navigate(`${pages.origin}/medium`),
  ],
  [
    'evaluate (floor: the script alone)',
    '/form',
    () => call('browser_evaluate', { script: '1 + 1' }),
    () => floor.evaluate(),
  ],
  ['evaluate', '/form', () => call('browser_evaluate', { script: '1 + 1' }), () => floor.evaluateAndTell()],
  ['snapshot, small page', '/form', () => call('browser_snapshot'), () => floor.read()],
  ['snapshot, 1.4k elements', '/medium', () => call('browser_snapshot'), () => floor.read()],
  ['snapshot, 12k elements', '/large', () => call('browser_snapshot', { maxSize: 10_000_000 }), () => floor.read()],
  [
    'click (floor: the input alone)',
    '/form',
    () => call('browser_click', { selector: '#count' }),
    () => floor.click('#count'),
  ],
  [
    'click (floor: a frame, input, two frames, a look)',
    '/form',
    () => call('browser_click', { selector: '#count' }),
    () => floor.clickAndLook('#count'),
  ],
  [
    'type 10 keys (floor: the input alone)',
    '/form',
    () => call('browser_type', { selector: '#name', text: 'abcdefghij' }),
    () => floor.type('#name', 'abcdefghij'),
  ],
  [
    'type 10 keys (floor: input, two frames, a look)',
    '/form',
    () => call('browser_type', { selector: '#name', text: 'abcdefghij' }),
    () => floor.typeAndLook('#name', 'abcdefghij'),
  ],
  ['screenshot 1280x720', '/medium', () => call('browser_screenshot'), () => floor.screenshot()],
];

function row(cells) {
  const [name, ...numbers] = cells;
  console.log(`${name.padEnd(50)} ${numbers.map((cell) => String(cell).padStart(10)).join(' ')}`);
}

console.log(
  `Medians of ${ROUNDS} rounds in milliseconds, and the ratio of the best, ${binary.path.split('/').at(-1)}, Node ${process.version}\n`,
);
row(['operation', 'ours', 'floor', 'ratio', 'of best']);
for (const [name, path, ours, theirs] of OPERATIONS) {
  await call('browser_navigate', { url: pages.origin + path });
  await floor.navigate(pages.origin + path);
  await ours();
  await theirs();
  const times = { ours: [], floor: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timed(ours));
    times.floor.push(await timed(theirs));
  }
  const [one, other] = [median(times.ours), median(times.floor)];
  const best = Math.min(...times.ours) / Math.min(...times.floor);
  row([name, one.toFixed(1), other.toFixed(1), `${(one / other).toFixed(2)}x`, `${best.toFixed(2)}x`]);
}
await conversations.closeAll();
await floor.close();

/** From nothing to the first page: what a conversation's first call costs. */
async function coldStart(spare) {
  const engine = new ChromeEngine({ spare });
  engine.warmUp();
  // Long enough for a spare to be ready, and the same for both.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const fresh = new Conversations(engine);
  const time = await timed(() => caller(fresh)('browser_navigate', { url: `${pages.origin}/form` }));
  await fresh.closeAll();
  return time;
}

async function coldFloor() {
  let cold;
  const time = await timed(async () => {
    cold = await startFloor(binary.path, binary.environment);
    await cold.navigate(`${pages.origin}/form`);
  });
  await cold.close();
  return time;
}

const cold = { without: [], with: [], floor: [] };
for (let round = 0; round < COLD_ROUNDS; round++) {
  cold.without.push(await coldStart(false));
  cold.with.push(await coldStart(true));
  cold.floor.push(await coldFloor());
}
console.log();
row(['cold start to first page', 'ours', 'floor', 'ratio']);
for (const [name, times] of [
  ['without a spare', cold.without],
  ['with a warm spare', cold.with],
]) {
  const [one, other] = [median(times), median(cold.floor)];
  row([name, one.toFixed(0), other.toFixed(0), `${(one / other).toFixed(2)}x`]);
}
pages.close();
