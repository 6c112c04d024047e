// The live view compared with Chrome's own screencast, in the same run: frames per second and bytes per frame of a page that
// moves, and the time from an input to the picture that shows its effect. Run `npm run build` first, then
// `node packages/host/bench/live.mjs`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { ChromeEngine, resolveChrome } from '@btcp/chrome';
import { LiveEndpoint, LiveLinks, OwnBrowsers } from '@btcp/host';
import { Conversations } from '@btcp/tools';
import puppeteer from 'puppeteer-core';
import { WebSocket } from 'ws';

const ROUNDS = 3;
const CAST_MS = 3_000;
const INPUTS = 30;

const MOVING = `data:text/html,${encodeURIComponent(`<!doctype html><body style="margin:0"><canvas id="canvas" width="1280" height="720"></canvas><script>
  const context = canvas.getContext('2d');
  let n = 0;
  (function draw() {
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1280, 720);
    for (let i = 0; i < 40; i++) {
      context.fillStyle = 'hsl(' + (i * 9) + ' 80% 50%)';
      context.fillRect((n * 3 + i * 97) % 1280, (i * 53) % 720, 120, 90);
    }
    n++;
    requestAnimationFrame(draw);
  })();
</script>`)}`;

const REACTING = `data:text/html,${encodeURIComponent(`<!doctype html><body style="background:white"><script>
  let n = 0;
  addEventListener('mousedown', () => { document.body.style.background = 'hsl(' + (n++ * 47) % 360 + ' 80% 50%)' });
</script>`)}`;

/** Frames of Chrome itself, acknowledged at once. */
async function startRaw() {
  const { path, environment } = await resolveChrome();
  const browser = await puppeteer.launch({
    executablePath: path,
    pipe: true,
    env: { ...process.env, ...environment },
    args: ['--no-sandbox'],
    defaultViewport: { width: 1280, height: 720 },
  });
  const page = await browser.newPage();
  const cdp = await page.createCDPSession();
  const viewer = { onFrame: (_bytes) => {} };
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    viewer.onFrame(Buffer.from(data, 'base64').length);
  });
  return {
    name: 'Chrome itself',
    viewer,
    async visit(url) {
      await page.goto(url);
      await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 });
    },
    leave: () => cdp.send('Page.stopScreencast'),
    press(type) {
      cdp.send('Input.dispatchMouseEvent', { type, x: 100, y: 100, button: 'left', clickCount: 1 }).catch(() => {});
    },
    close: () => browser.close(),
  };
}

/** The same through the stream, over a WebSocket. */
async function startLive() {
  const conversations = new Conversations(new ChromeEngine());
  const conversation = conversations.get('bench');
  const { session } = await conversation.browser();
  const hosts = new Set();
  const sessions = new OwnBrowsers(conversations);
  const live = new LiveEndpoint({ sessions, access: { token: null, hosts }, links: new LiveLinks() });
  const server = createServer();
  server.on('upgrade', (request, socket, head) => live.handleUpgrade(request, socket, head));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${server.address().port}`;
  hosts.add(address);
  const viewer = { onFrame: (_bytes) => {} };
  let socket;
  const signal = AbortSignal.timeout(120_000);
  return {
    name: 'btcp.live.v1',
    viewer,
    address,
    open: (url) => session.navigate(url, { waitUntil: 'load', timeout: 15_000, signal }),
    async visit(url) {
      await session.navigate(url, { waitUntil: 'load', timeout: 15_000, signal });
      socket = new WebSocket(`ws://${address}/browser/stream?sessionId=bench`, ['btcp.live.v1']);
      await new Promise((resolve) => socket.once('open', resolve));
      const driving = new Promise((resolve) =>
        socket.on('message', (data, isBinary) => {
          if (isBinary) viewer.onFrame(data.length - 16);
          else if (String(data).includes('"kind":"viewer"')) resolve();
        }),
      );
      socket.send(JSON.stringify({ type: 'take_control' }));
      await driving;
    },
    async leave() {
      socket.send(JSON.stringify({ type: 'give_control' }));
      socket.close();
      await new Promise((resolve) => socket.once('close', resolve));
    },
    press(eventType) {
      socket.send(JSON.stringify({ type: 'input_mouse', eventType, x: 100, y: 100, button: 'left', clickCount: 1 }));
    },
    async close() {
      await Promise.all([live.close(), conversations.closeAll()]);
      server.close();
    },
  };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function measureFrames({ visit, leave, viewer }) {
  await visit(MOVING);
  await pause(500);
  let frames = 0;
  let bytes = 0;
  viewer.onFrame = (size) => {
    frames++;
    bytes += size;
  };
  const start = performance.now();
  await pause(CAST_MS);
  const elapsed = performance.now() - start;
  await leave();
  return { fps: (frames * 1_000) / elapsed, bytes: bytes / frames };
}

async function measureInput({ visit, leave, press, viewer }) {
  await visit(REACTING);
  const times = [];
  for (let count = 0; count < INPUTS; count++) {
    // Whatever is still to be painted from the last round has to be over.
    await pause(120);
    const seen = new Promise((resolve) => {
      viewer.onFrame = resolve;
    });
    const start = performance.now();
    press('mousePressed');
    await Promise.race([seen, pause(2_000)]);
    times.push(performance.now() - start);
    press('mouseReleased');
  }
  await leave();
  return times;
}

/** What the server spends on a frame that this many people watch, in milliseconds of processor time. */
async function measureViewers({ address, open }, reading, stalled) {
  await open(MOVING);
  const watchers = fork(
    fileURLToPath(new URL('viewers.mjs', import.meta.url)),
    [address, reading, stalled].map(String),
  );
  await once(watchers, 'message');
  await pause(500);
  watchers.send('count');
  await once(watchers, 'message');
  const before = process.cpuUsage();
  await pause(CAST_MS);
  const { user, system } = process.cpuUsage(before);
  watchers.send('count');
  const [frames] = await once(watchers, 'message');
  watchers.kill();
  await once(watchers, 'exit');
  return (user + system) / 1_000 / (frames / reading);
}

const percentile = (values, share) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) * share)];

const ways = [await startRaw(), await startLive()];
const results = new Map(ways.map(({ name }) => [name, { fps: [], bytes: [], input: [] }]));
for (let round = 0; round < ROUNDS; round++) {
  for (const way of ways) {
    const { fps, bytes, input } = results.get(way.name);
    const cast = await measureFrames(way);
    fps.push(cast.fps);
    bytes.push(cast.bytes);
    input.push(...(await measureInput(way)));
  }
}
const CROWDS = { 'one viewer': [1, 0], 'ten viewers': [10, 0], 'one viewer and nine stalled': [1, 9] };
const costs = new Map(Object.keys(CROWDS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, [reading, stalled]] of Object.entries(CROWDS)) {
    costs.get(name).push(await measureViewers(ways[1], reading, stalled));
  }
}
await Promise.all(ways.map((way) => way.close()));

console.log('1280×720                 frames/s   bytes/frame   input to picture ms: median, 95th percentile');
for (const [name, { fps, bytes, input }] of results) {
  const columns = [
    percentile(fps, 0.5).toFixed(1).padStart(8),
    Math.round(percentile(bytes, 0.5)).toString().padStart(13),
    percentile(input, 0.5).toFixed(1).padStart(15),
    percentile(input, 0.95).toFixed(1).padStart(8),
  ];
  console.log(name.padEnd(24), columns.join(' '));
}

const [one = 0] = [...costs.values()].map((times) => percentile(times, 0.5));
console.log('\nprocessor time of the server   ms/frame     of one (aim: at most 1.3x)');
for (const [name, times] of costs) {
  const cost = percentile(times, 0.5);
  console.log(name.padEnd(28), cost.toFixed(2).padStart(10), `${(cost / one).toFixed(2)}x`.padStart(10));
}
process.exit(0);
