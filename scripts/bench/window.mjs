// The main-thread work of the window with 50 agents, 500 sessions and a session of 5,000 messages, in one run: until the
// first paint, until the conversation is shown, and while a person types. Thread time, so that other programs on the
// machine count little. `--figures FILE` keeps the rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { resolveChrome } from '@btcp/chrome';
import puppeteer from 'puppeteer-core';
import { Store } from '../../apps/btcp/dist/store/store.js';

const AGENTS = 50;
const SESSIONS = 500;
const MESSAGES = 5_000;
const ROUNDS = 5;
const MAX_WORK_MS = 100;
const TYPED = 'twenty characters...';
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading'];
const LAST = `Answer ${MESSAGES}`;

/**
 * @typedef {{ name: string, pid: number, tid: number, ts: number, tdur?: number, args: { data?: { type?: string } } }} TraceEvent
 * @typedef {import('puppeteer-core').Page} Page
 */

const { values: flags } = parseArgs({ options: { figures: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'btcp-bench-window-'));
await fill(join(folder, 'workspace'));
const { url, token, process: server } = await serve(folder);
const chrome = await resolveChrome({});
const browser = await puppeteer.launch({
  executablePath: chrome.path,
  env: { ...process.env, ...chrome.environment },
  args: ['--no-sandbox'],
  defaultViewport: { width: 1440, height: 900 },
});

/** @param {string} path */
async function fill(path) {
  const store = await Store.open(path);
  const created = Date.now();
  for (let index = 0; index < AGENTS; index++) {
    await store.agents.add({ slug: `agent-${index}`, name: `Agent ${index}`, created, host: { kind: 'local' } });
  }
  for (let index = 0; index < SESSIONS; index++) {
    const [agent, title] = [`agent-${index % AGENTS}`, `Errand ${index}`];
    await store.sessions.add({ agent, id: `s${index}`, title, created, updated: created, run: { state: 'idle' } });
  }
  for (let index = 1; index <= MESSAGES; index++) {
    const isUser = index % 2 === 1;
    const text = isUser
      ? `Question ${index}: which of the shops has the beans?`
      : `Answer ${index}: **three** shops do.\n\n- [first](https://one.example)\n- second, at \`4.20\`\n- third`;
    const message = { id: `m${index}`, role: isUser ? 'user' : 'agent', created, parts: [{ type: 'text', text }] };
    await store.messages.add({ agent: 'agent-0', session: 's0' }, /** @type {any} */ (message));
  }
  await store.close();
}

/** @param {string} home */
async function serve(home) {
  const main = fileURLToPath(new URL('../../apps/btcp/bin/btcp.js', import.meta.url));
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json', '--linger', '10m'], {
    env: { ...process.env, BTCP_STATE: home, BTCP_DATA: home, BTCP_LOG_LEVEL: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { ...JSON.parse(line), process: child };
}

/** @param {Page} page @param {() => Promise<void>} act @returns {Promise<TraceEvent[]>} */
async function traced(page, act) {
  await page.tracing.start({ categories: CATEGORIES });
  await act();
  const trace = await page.tracing.stop();
  return JSON.parse(Buffer.from(trace ?? []).toString()).traceEvents;
}

/** The tasks of the thread that an event is of. @param {TraceEvent[]} events @param {TraceEvent | undefined} of */
const tasksOf = (events, of) =>
  events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === of?.pid && tid === of.tid);

/** @param {TraceEvent} event */
const isKey = ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown';

/** @param {TraceEvent} task */
const milliseconds = ({ tdur = 0 }) => tdur / 1_000;

/** @param {TraceEvent[]} tasks */
const sum = (tasks) => tasks.reduce((total, task) => total + milliseconds(task), 0);

/** @param {Page} page */
const twoFrames = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** @param {number[]} times */
const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;

const first = await browser.newPage();
await first.goto(`${url}/#token=${token}`);
await first.waitForSelector('.composer');
await first.close();

const figures = {
  /** @type {number[]} */ paint: [],
  /** @type {number[]} */ shown: [],
  /** @type {number[]} */ longest: [],
  /** @type {number[]} */ typed: [],
};
for (let round = 0; round < ROUNDS; round++) {
  const page = await browser.newPage();
  const opened = await traced(page, async () => {
    await page.goto(`${url}/agents/agent-0/sessions/s0`);
    await page.waitForFunction((text) => document.querySelector('.log')?.textContent.includes(text), {}, LAST);
    await twoFrames(page);
  });
  const painted = opened.find(({ name }) => name === 'firstContentfulPaint');
  const tasks = tasksOf(opened, painted);
  figures.paint.push(sum(tasks.filter(({ ts }) => ts <= (painted?.ts ?? 0))));
  figures.shown.push(sum(tasks));
  figures.longest.push(Math.max(...tasks.map(milliseconds)));
  await page.focus('.composer textarea');
  const typed = await traced(page, async () => {
    await page.keyboard.type(TYPED);
    await twoFrames(page);
  });
  figures.typed.push(sum(tasksOf(typed, typed.find(isKey))));
  await page.close();
}

/** @type {{ name: string, ours: number, aim: string, isMet: boolean }[]} */
const rows = [];
/** @param {string} name @param {number[]} times @param {string} detail */
function report(name, times, detail) {
  const ours = median(times);
  const isMet = ours <= MAX_WORK_MS;
  rows.push({ name, ours: Math.round(ours * 10) / 10, aim: `≤ ${MAX_WORK_MS}`, isMet });
  const aim = `≤ ${MAX_WORK_MS}  ${isMet ? 'met' : 'SHORT'}`;
  console.log(`${name.padEnd(40)} ${ours.toFixed(1).padStart(8)}  ${aim}  (${detail})`);
}

report('window: until the first paint, ms', figures.paint, 'sum of the tasks of the main thread');
report('window: longest task of opening, ms', figures.longest, `all until shown: ${median(figures.shown).toFixed(0)}`);
report('window: typing 20 characters, ms', figures.typed, 'sum of the tasks of the main thread');

await browser.close();
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
if (flags.figures) writeFileSync(flags.figures, JSON.stringify(rows));
