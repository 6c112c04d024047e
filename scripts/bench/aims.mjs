// What BTCP aims at, measured over MCP and compared with the floor, in one run: every row with its aim, and a mark where it falls
// short. `node scripts/bench/aims.mjs click fill` measures the rows that begin so; `--against FOLDER` adds the build of
// another checkout, asked in turn; `--joined` goes through the user's server, as `btcp mcp` does by default;
// `--figures FILE` keeps the rows. The ratios hold on any machine; the milliseconds want a
// quiet one. The floor of the memory rows is one Chrome with eight contexts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resolveChrome } from '@btcp/chrome';
import { openConnectedPage } from '../../packages/broker/bench/connected-page.mjs';
import { canMeasureMemory, memoryOf } from '../../packages/chrome/bench/memory.mjs';
import { startServer } from '../compare/mcp-process.mjs';
import { EFFECTS, servePages } from '../compare/pages.mjs';
import { commandTimes } from './command.mjs';

/**
 * @typedef {Awaited<ReturnType<typeof startServer>>} Server
 * @typedef {{ ours: number, floor: number }} Figures
 * @typedef {{ says: string, met: (figures: Figures) => boolean }} Aim
 */

const ROUNDS = Number(process.env.BTCP_BENCH_ROUNDS ?? 25);
const COLD_ROUNDS = Math.min(ROUNDS, 7);
const LOOP_STEPS = 40;

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, figures: { type: 'string' }, joined: { type: 'boolean' } },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'btcp-aims-'));
const chrome = await resolveChrome({});
const pages = await servePages('');

/** @param {string} folder */
const btcp = (folder) => ({
  command: process.execPath,
  parameters: [join(folder, 'apps/btcp/bin/btcp.js'), 'mcp', ...(flags.joined ? [] : ['--standalone'])],
  environment: { ...chrome.environment, BTCP_CHROME: chrome.path, BTCP_STATE: home, BTCP_DATA: home },
  folder: home,
});
/** @type {Record<string, import('../compare/mcp-process.mjs').Start>} */
const STARTS = {
  ours: btcp(root),
  floor: {
    command: process.execPath,
    parameters: [join(root, 'scripts/bench/floor-server.mjs'), chrome.path, JSON.stringify(chrome.environment ?? {})],
    folder: home,
  },
  ...(flags.against ? { against: btcp(flags.against) } : {}),
};

/** @param {string} name */
const startOf = (name) => /** @type {import('../compare/mcp-process.mjs').Start} */ (STARTS[name]);

/** @param {number} times @returns {Aim} */
const timesFloor = (times) => ({ says: `≤ ${times}x`, met: ({ ours, floor }) => ours <= times * floor });
/** @param {number} milliseconds @returns {Aim} */
const atMost = (milliseconds) => ({ says: `≤ ${milliseconds}`, met: ({ ours }) => ours <= milliseconds });
/** @param {number} count @returns {Aim} */
const atLeast = (count) => ({ says: `≥ ${count}`, met: ({ ours }) => ours >= count });

/** @type {[name: string, page: string, aim: Aim, tool: string, input: object][]} */
const OPERATIONS = [
  ['evaluate', '/form', timesFloor(1.3), 'browser_evaluate', { script: '1 + 1' }],
  ['navigate, small page', '/form', timesFloor(1.15), 'browser_navigate', { url: `${pages.origin}/form` }],
  ['snapshot, small page', '/form', timesFloor(1.6), 'browser_snapshot', {}],
  ['snapshot, 1.4k elements', '/medium', timesFloor(1.8), 'browser_snapshot', {}],
  ['snapshot, 12k elements', '/large', timesFloor(1.5), 'browser_snapshot', { maxSize: 10_000_000 }],
  ['click that changes the page at once', '/form', atMost(24), 'browser_click', { selector: '#count' }],
  ['fill', '/form', atMost(20), 'browser_fill', { selector: '#name', value: 'Ada Lovelace' }],
  ['screenshot 1280×720', '/medium', timesFloor(1), 'browser_screenshot', {}],
];

/** @param {() => Promise<unknown>} run */
async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** @param {number[]} times */
function median(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** @param {Server} server @param {string} name @param {object} input */
async function ask(server, name, input) {
  const { isError, text } = await server.call(name, input);
  if (isError) throw new Error(`${name} failed: ${text}`);
  return text;
}

/** @param {Server} server @param {string} path */
const open = (server, path) => ask(server, 'browser_navigate', { url: pages.origin + path });

/** @param {string} name */
const isWanted = (name) => wanted.length === 0 || wanted.some((each) => name.startsWith(each));

/** @param {string[]} cells */
function row([name = '', ...cells]) {
  console.log(`${name.padEnd(40)} ${cells.map((cell) => cell.padStart(10)).join(' ')}`);
}

/** @param {string} name @param {Record<string, number>} medians @param {Aim} aim */
function report(name, medians, aim) {
  const { ours = Number.NaN, floor, against } = medians;
  const isMet = aim.met({ ours, floor: floor ?? Number.NaN });
  if (!isMet) shortfalls.push(name);
  rows.push({ name, ours: rounded(ours), ...(floor ? { floor: rounded(floor) } : {}), aim: aim.says, isMet });
  row([
    name,
    ours.toFixed(1),
    floor ? floor.toFixed(1) : '–',
    floor ? `${(ours / floor).toFixed(2)}x` : '–',
    aim.says,
    isMet ? 'met' : 'SHORT',
    ...(against === undefined ? [] : [against.toFixed(1)]),
  ]);
}

/** Asks everybody in turn. @param {number} rounds @param {(name: string) => Promise<number>} measure */
async function inTurn(rounds, measure) {
  /** @type {Record<string, number[]>} */
  const times = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(STARTS)) times[name] = [...(times[name] ?? []), await measure(name)];
  }
  return Object.fromEntries(Object.entries(times).map(([name, taken]) => [name, median(taken)]));
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 10) / 10;

/** @type {string[]} */
const shortfalls = [];
/** @type {{ name: string, ours: number, floor?: number, aim: string, isMet: boolean }[]} */
const rows = [];
row(['milliseconds, medians over MCP', 'ours', 'floor', 'ratio', 'aim', '', ...(flags.against ? ['against'] : [])]);

if (isWanted('cold start to the first page')) {
  const medians = await inTurn(COLD_ROUNDS, async (name) => {
    /** @type {Server | undefined} */
    let server;
    const time = await timed(async () => {
      server = await startServer(startOf(name));
      await open(server, '/form');
    });
    await server?.stop();
    return time;
  });
  report('cold start to the first page', medians, timesFloor(1.25));
}

if (isWanted('command')) {
  const main = join(root, 'apps/btcp/bin/btcp.js');
  const { ours, floor, peer } = await commandTimes({ main, home: join(home, 'command'), rounds: ROUNDS });
  report('command, compared with node -e 0', { ours: median(ours), floor: median(floor) }, timesFloor(1.5));
  if (peer.length > 0) console.log(`command of agent-browser: ${median(peer).toFixed(1)} ms`);
}

/** @type {Record<string, Server>} */
const servers = {};
for (const name of Object.keys(STARTS)) servers[name] = await startServer(startOf(name));
/** @param {string} name */
const serverOf = (name) => /** @type {Server} */ (servers[name]);

for (const [name, page, aim, tool, input] of OPERATIONS.filter(([name]) => isWanted(name))) {
  for (const server of Object.values(servers)) {
    await open(server, page);
    await ask(server, tool, input);
  }
  report(name, await inTurn(ROUNDS, (who) => timed(() => ask(serverOf(who), tool, input))), aim);
}

if (isWanted('agent loop')) {
  const medians = await inTurn(3, async (who) => {
    const server = serverOf(who);
    await open(server, '/form');
    const time = await timed(async () => {
      for (let step = 0; step < LOOP_STEPS; step++) {
        await ask(server, 'browser_snapshot', {});
        await ask(server, 'browser_click', { selector: '#count' });
      }
    });
    return (LOOP_STEPS * 1_000) / time;
  });
  report('agent loop (snapshot, click), steps/s', medians, atLeast(45));
}

if (isWanted('late effects')) {
  for (const who of ['ours', ...(flags.against ? ['against'] : [])]) {
    const missed = [];
    for (const effect of EFFECTS) {
      await open(serverOf(who), `/effect?effect=${encodeURIComponent(effect)}`);
      await ask(serverOf(who), 'browser_snapshot', {});
      const text = await ask(serverOf(who), 'browser_click', { selector: '#act' });
      if (!text.includes('it is done') && !text.includes('Done')) missed.push(effect);
    }
    const shown = EFFECTS.length - missed.length;
    if (who === 'ours') {
      const aim = `all ${EFFECTS.length}`;
      rows.push({ name: 'late effects in the result', ours: shown, aim, isMet: missed.length === 0 });
      if (missed.length > 0) shortfalls.push('late effects');
    }
    console.log(
      `late effects in the result, ${who}: ${shown} of ${EFFECTS.length}${missed.length > 0 ? `, SHORT of: ${missed.join(', ')}` : ''}`,
    );
  }
}

await Promise.all(Object.values(servers).map((server) => server.stop()));

if (isWanted('connected page')) {
  const connected = await openConnectedPage();
  const click = () => connected.call('browser_click', { selector: '#count' });
  await connected.call('browser_snapshot');
  await click();
  const before = await connected.received();
  await click();
  report('connected page: click, round trips', { ours: (await connected.received()) - before }, atMost(1));
  await connected.close();
}

if (isWanted('memory') && canMeasureMemory) {
  const url = `${pages.origin}/form`;
  const floor = await memoryOf('floor', url);
  report('memory of 8 sessions, contexts, MB', { ours: await memoryOf('context', url), floor }, timesFloor(1));
  report('memory of 8 sessions, processes, MB', { ours: await memoryOf('process', url), floor }, timesFloor(1.9));
}

pages.close();
rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
if (flags.figures) writeFileSync(flags.figures, JSON.stringify(rows));
console.log(shortfalls.length === 0 ? '\nEvery aim is met.' : `\nShort of the aim: ${shortfalls.join('; ')}.`);
