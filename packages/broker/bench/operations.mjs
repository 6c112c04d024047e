// Calls on a page that a person has open, through callTool and a real socket, compared with the least that one message to the
// page and back can cost. The ratios say more than the times, which depend on the machine.
import { performance } from 'node:perf_hooks';
import { openConnectedPage } from './connected-page.mjs';

const ROUNDS = Number(process.env.BTCP_BENCH_ROUNDS ?? 15);
const { call, page, close } = await openConnectedPage();

console.log(`Medians of ${ROUNDS} rounds in milliseconds, connected page, Node ${process.version}\n`);
row(['operation', 'ours', 'floor', 'ratio']);
for (const [name, run] of /** @type {const} */ ([
  ['snapshot', () => call('browser_snapshot')],
  ['click', () => call('browser_click', { selector: '#count' })],
  ['fill', () => call('browser_fill', { selector: '#name', value: String(performance.now()) })],
  ['evaluate', () => call('browser_evaluate', { script: '1 + 1' })],
])) {
  await run();
  const times = { ours: /** @type {number[]} */ ([]), floor: /** @type {number[]} */ ([]) };
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(await timed(run));
    times.floor.push(await timed(() => page.call('nothing', {})));
  }
  const [ours, floor] = [median(times.ours), median(times.floor)];
  row([name, ours.toFixed(1), floor.toFixed(1), `${(ours / floor).toFixed(2)}x`]);
}

await close();

/** @param {() => Promise<unknown>} run */
async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @param {number[]} times */
function median(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
}

/** @param {string[]} cells */
function row([name = '', ...numbers]) {
  console.log(`${name.padEnd(50)} ${numbers.map((cell) => cell.padStart(10)).join(' ')}`);
}
