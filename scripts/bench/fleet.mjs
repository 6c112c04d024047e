// What a fleet adds to a worker, in one run: milliseconds of a call and of a frame through a gateway, against the same
// worker asked directly, and seconds until a session of a killed worker answers elsewhere. Needs nats-server.
// `--figures FILE` keeps the rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { decodeFrame, LIVE_SUBPROTOCOL } from '@btcp/protocol';
import { WebSocket } from 'ws';
import { Bus, fleetKeys, signHop } from '../../packages/fleet/dist/index.js';
import { startNats } from './nats.mjs';

const CALLS = Number(process.env.BTCP_BENCH_CALLS ?? 600);
// Servers that have just started run code that is not compiled yet.
const WARM_UP = 100;
const FRAMES_MS = 5_000;
const KILLS = Number(process.env.BTCP_BENCH_KILLS ?? 5);
const SESSION = 'bench';
const SECRET = 'the key of a fleet that only measures itself';
const TOKEN = 'token-of-a-fleet-that-measures';
const STILL = 'data:text/html,<title>Still</title>';
const MOVING = `data:text/html,${encodeURIComponent('<title>Moving</title><body><canvas id=c width=640 height=360></canvas><script>let n=0;const x=c.getContext("2d");(function draw(){x.fillStyle="hsl("+(n++*7%360)+" 80% 50%)";x.fillRect(n%600,n%300,60,60);requestAnimationFrame(draw)})()</script>')}`;

const { values: flags } = parseArgs({ options: { figures: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'btcp-bench-fleet-'));
const main = fileURLToPath(new URL('../../apps/btcp/bin/btcp.js', import.meta.url));
const nats = await startNats();
const key = fleetKeys(SECRET).hop;
const agent = new Agent({ keepAlive: true });

/**
 * @typedef {{ url: string, process: import('node:child_process').ChildProcess }} Server
 * @typedef {{ url: string, headers: (method: string, path: string) => Record<string, string> }} Door
 */

/** @param {string} role @returns {Promise<Server>} */
async function serve(role) {
  const home = mkdtempSync(join(folder, 'home-'));
  const child = spawn(
    process.execPath,
    [main, 'serve', '--port', '0', '--json', '--linger', '10m', '--fleet', nats.url, '--role', role],
    {
      env: {
        ...process.env,
        ...{ BTCP_STATE: home, BTCP_DATA: home, BTCP_FLEET_KEY: SECRET, BTCP_TOKEN: TOKEN, BTCP_LOG_LEVEL: 'off' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(createInterface(child.stdout), 'line');
  return { url: JSON.parse(line).url, process: child };
}

/** @param {Door} door @param {string} tool @param {object} [input] @returns {Promise<{ status: number, body: any }>} */
async function call({ url, headers }, tool, input = {}) {
  const path = `/sessions/${SESSION}/tools/${tool}`;
  const asked = request(url + path, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers('POST', path) },
  });
  asked.end(JSON.stringify(input));
  const [response] = await once(asked, 'response');
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

/** @param {Server} gateway @returns {Door} */
const throughGateway = ({ url }) => ({ url, headers: () => ({ authorization: `Bearer ${TOKEN}` }) });

/** The worker that has the session, asked as its gateways do. @param {Bus} bus @returns {Promise<Door>} */
async function directly(bus) {
  const entry = await bus.sessions.get(Buffer.from(SESSION).toString('base64url'));
  const lease = entry && (await bus.workers.get(entry.value.worker));
  if (!entry || !lease) throw new Error('No worker has the session.');
  const placed = { session: SESSION, revision: entry.revision, worker: entry.value.worker, protocol: 1 };
  return {
    url: lease.value.url,
    headers: (method, path) => ({ 'btcp-fleet': signHop(key(placed.worker), { ...placed, method, path }, Date.now()) }),
  };
}

/** Asks both in turn. @param {Door[]} doors @returns {Promise<number[][]>} milliseconds */
async function timeCalls(doors) {
  /** @type {number[][]} */
  const times = doors.map(() => []);
  for (let round = -WARM_UP; round < CALLS; round++) {
    const turns = [...doors.entries()];
    // Each is first as often as the other.
    for (const [index, door] of round % 2 === 0 ? turns : turns.reverse()) {
      const start = performance.now();
      const { status } = await call(door, 'browser_evaluate', { script: '1 + 1' });
      if (status !== 200) throw new Error(`A call was answered with ${status}.`);
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

/** When each frame came, by its number. @param {Door} door @returns {Promise<{ at: Map<number, number>, close: () => void }>} */
async function watch({ url, headers }) {
  const path = `/browser/stream?sessionId=${SESSION}&role=view`;
  const socket = new WebSocket(url.replace('http', 'ws') + path, [LIVE_SUBPROTOCOL], {
    headers: headers('UPGRADE', path),
  });
  /** @type {Map<number, number>} */
  const at = new Map();
  socket.on('message', (/** @type {Buffer} */ data, isBinary) => {
    const frame = isBinary ? decodeFrame(new Uint8Array(data).buffer) : undefined;
    if (frame) at.set(frame.sequence, performance.now());
  });
  await once(socket, 'open');
  return { at, close: () => socket.terminate() };
}

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;

/** @type {{ name: string, ours: number, floor?: number, aim: string, isMet: boolean }[]} */
const rows = [];
/** @param {string} name @param {number} ours @param {number} limit @param {string} detail */
function report(name, ours, limit, detail) {
  const isMet = ours <= limit;
  rows.push({ name, ours: Math.round(ours * 100) / 100, aim: `≤ ${limit}`, isMet });
  console.log(`${name.padEnd(40)} ${ours.toFixed(2).padStart(8)}  ≤ ${limit}  ${isMet ? 'met' : 'SHORT'}  (${detail})`);
}

const gateway = await serve('gateway');
let workers = [await serve('worker'), await serve('worker')];
const bus = await Bus.connect({ servers: nats.url, name: 'bench' });
const gate = throughGateway(gateway);
// A page that paints all the time would take the cores from the calls.
await call(gate, 'browser_navigate', { url: STILL });

await timeCalls([gate, await directly(bus)]).then(([through = [], direct = []]) => {
  const detail = [0.5, 0.95].map(
    (share) => `${quantile(direct, share).toFixed(2)} → ${quantile(through, share).toFixed(2)} ms`,
  );
  report(
    'fleet: added to a call, ms',
    // Of two calls one after the other: what else runs on the machine meets both.
    quantile(
      through.map((time, round) => time - (direct[round] ?? Number.NaN)),
      0.5,
    ),
    1.5,
    `p50 ${detail[0]}, p95 ${detail[1]}`,
  );
});

await call(gate, 'browser_navigate', { url: MOVING });
const viewers = [await watch(gate), await watch(await directly(bus))];
await new Promise((resolve) => setTimeout(resolve, FRAMES_MS));
const [through, direct] = viewers.map(({ at }) => at);
const later = [...(direct ?? [])].flatMap(([frame, at]) =>
  through?.has(frame) ? [(through.get(frame) ?? 0) - at] : [],
);
report(
  'fleet: added to a frame, ms',
  quantile(later, 0.5),
  2,
  `${later.length} frames, p95 ${quantile(later, 0.95).toFixed(2)}`,
);
for (const { close } of viewers) close();

/** @type {number[]} */
const outages = [];
for (let kill = 0; kill < KILLS; kill++) {
  await call(gate, 'browser_navigate', { url: MOVING });
  // The state is saved two seconds after a change.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { url } = await directly(bus);
  const victim = workers.find((worker) => worker.url === url);
  const start = performance.now();
  victim?.process.kill('SIGKILL');
  while ((await call(gate, 'browser_snapshot')).status !== 200);
  outages.push((performance.now() - start) / 1_000);
  workers = [...workers.filter((worker) => worker !== victim), await serve('worker')];
}
report(
  'fleet: killed worker, s until it goes on',
  quantile(outages, 0.5),
  5,
  `${KILLS} kills, at most ${Math.max(...outages).toFixed(1)}`,
);

agent.destroy();
await bus.close();
for (const { process: child } of [gateway, ...workers]) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
await nats.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
if (flags.figures) writeFileSync(flags.figures, JSON.stringify(rows));
