// Calls on a page that a person has open, through callTool and a real socket, beside the least that one message to the
// page and back can cost. The ratios say more than the times, which depend on the machine.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { createBroker, openAccess, remotePageEngine } from '@btcp/broker';
import { resolveChrome } from '@btcp/chrome';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import puppeteer from 'puppeteer-core';
import { rolldown } from 'rolldown';

const ROUNDS = Number(process.env.BTCP_BENCH_ROUNDS ?? 15);
const PAGE = `<!doctype html><title>Form</title><h1>Form</h1><label>Name <input id="name"></label>
  <button id="count" onclick="this.textContent = ++this.count || (this.count = 1)">0</button>
  <script type="module" src="/page.js"></script>`;
const SCRIPT = `
  import { createClient } from '@btcp/client';
  import { servePageAgent } from '@btcp/client/page-agent';
  import { BrowserAgent } from 'btcp-browser-agent';
  const client = createClient({ serverUrl: location.origin.replace('http', 'ws'), grants: ['dom:write'] });
  client.registerTool({ name: 'nothing', description: 'Does nothing', inputSchema: { type: 'object' }, handler: () => 'done' });
  servePageAgent(client, new BrowserAgent());
  await client.connect();`;

const bundled = await bundle(SCRIPT);
const broker = createBroker({ authenticate: openAccess() });
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
  response.end(isScript ? bundled : PAGE);
});
server.on('upgrade', (request, socket, head) => broker.handleUpgrade(request, socket, head));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

const { path, environment } = await resolveChrome({});
const browser = await puppeteer.launch({
  executablePath: path,
  env: { ...process.env, ...environment },
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const tab = await browser.newPage();
await tab.goto(origin);
const page = await connectedPage();

const conversations = new Conversations(remotePageEngine(broker));
const tools = createToolSet(catalogue);
const call = (/** @type {string} */ name, /** @type {unknown} */ input = {}) =>
  callTool({ tools, name, input, conversation: conversations.get('bench'), signal: new AbortController().signal });

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

await conversations.closeAll();
await browser.close();
await broker.close();
server.closeAllConnections();
server.close();

async function connectedPage() {
  for (;;) {
    const [found] = broker.pages().filter((each) => each.tools.length === 2);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * @param {string} source
 * @returns {Promise<string>}
 */
async function bundle(source) {
  const entry = 'virtual:page';
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
  });
  const { output } = await build.generate({ format: 'es', codeSplitting: false });
  return output[0].code;
}

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
