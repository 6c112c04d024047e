import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

// What follows is written for agent-browser's stream and for the live-view spec, with nothing of ours in it.

const PAGE = `<title>Plain</title><style>body { margin: 0 }</style>
<input id="field" style="position:absolute; left:20px; top:20px; width:300px">
<button style="position:absolute; left:20px; top:80px" onclick="document.body.dataset.clicked = 'yes'">Go</button>
<p id="ticker" style="margin-top:200px">0</p>
<script>let n = 0; setInterval(() => { ticker.textContent = ++n }, 20)</script>`;

let host: LiveHost;
let pages: PageServer;
let client: LiveClient;
let count = 0;
let session = '';

beforeAll(async () => {
  host = await startLiveHost();
  pages = await servePages({ '/': PAGE });
});
afterAll(async () => {
  await host.close();
  await pages.close();
});
beforeEach(async () => {
  session = `p${++count}`;
  await host.post('/browser/open', { sessionId: session, url: pages.origin });
});
afterEach(async () => {
  await client.close();
  await host.post('/browser/close', { sessionId: session });
});

const connect = async (query = '') => {
  client = await LiveClient.plain(`${host.stream}?sessionId=${session}${query}`);
  return client;
};
const frames = () => client.messages.filter(({ type }) => type === 'frame');
const evaluated = async (script: string) =>
  JSON.parse((await host.post('/browser/evaluate', { sessionId: session, script })).body.data?.value ?? 'null');

test('begins with status, tabs, the cached frame if there is one, status, and then frames', async () => {
  await connect();
  await client.until(() => frames().length > 2);
  expect(client.messages.map(({ type }) => type).slice(0, 3)).toEqual(['status', 'tabs', 'status']);
  // The list of tabs follows the browser's announcements: a title may come after the first list.
  await client.until(() => client.messages.find(({ type, tabs }) => type === 'tabs' && tabs[0]?.title === 'Plain'));
  const second = await LiveClient.plain(`${host.stream}?sessionId=${session}`);
  await second.until(() => second.messages.length > 5);
  expect(second.messages.map(({ type }) => type).slice(0, 5)).toEqual(['status', 'tabs', 'frame', 'status', 'frame']);
  expect(second.messages[0]).toEqual({
    type: 'status',
    connected: true,
    screencasting: false,
    viewportWidth: 1280,
    viewportHeight: 720,
    engine: 'chrome',
    recording: false,
  });
  expect(second.messages[1]).toMatchObject({
    tabs: [{ tabId: 't1', targetId: expect.any(String), title: 'Plain', type: 'page', active: true, label: null }],
    timestamp: expect.any(Number),
  });
  expect(second.messages[3]).toMatchObject({ screencasting: true });
  await second.close();
});

test('a frame is a JPEG in base64 with its place and its time', async () => {
  await connect();
  const frame = await client.until(() => frames()[0]);
  expect(frame.metadata).toEqual({
    deviceWidth: 1280,
    deviceHeight: 720,
    pageScaleFactor: 1,
    offsetTop: 0,
    scrollOffsetX: 0,
    scrollOffsetY: 0,
    timestamp: expect.any(Number),
  });
  expect(frame.metadata.timestamp).toBeGreaterThan(Date.now() - 60_000);
  expect(Buffer.from(frame.data, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
});

test('input drives without being asked for, and control goes back to the agent after a pause', async () => {
  await connect();
  client.click(40, 90);
  client.click(40, 30);
  for (const key of ['h', 'i']) client.key(key, { code: null, windowsVirtualKeyCode: null, modifiers: null });
  client.send({ type: 'input_keyboard', eventType: 'char', text: '!' });
  const read = () => host.post('/browser/snapshot', { sessionId: session, interactive: true });
  await expect.poll(async () => (await read()).body.tree).toContain('hi!');
  const click = () => {
    // Typed again each time: on a slow machine the pause may be over before the click arrives.
    client.key('x');
    return host.post('/browser/click', { sessionId: session, selector: 'button' });
  };
  const refused = { status: 423, body: { success: false, error: { code: 'control_held_by_user' } } };
  await expect.poll(click).toMatchObject(refused);
  await expect.poll(() => evaluated('document.body.dataset.clicked')).toBe('yes');
});

test('a viewer that goes away while it drives has not done what the agent asks for', async () => {
  await connect();
  const asked = host.post('/browser/request_user', { sessionId: session, message: 'Sign in' });
  const { lease } = host.conversations.get(session);
  await expect.poll(() => lease.state.request?.message).toBe('Sign in');
  client.click(30, 90);
  await expect.poll(() => lease.state.holder.kind).toBe('viewer');
  await client.close();
  expect((await asked).body.data).toEqual({ outcome: 'viewer gone' });
});

test('a pointer that only passes over the picture does not take control', async () => {
  await connect();
  for (let x = 0; x < 100; x++) client.send({ type: 'input_mouse', eventType: 'mouseMoved', x, y: 10, button: 'none' });
  client.send({ type: 'config', maxFps: 10 });
  expect(await evaluated('1 + 1')).toBe(2);
});

test('paced by acks, one frame is under way at a time', async () => {
  await connect('&pacing=ack');
  await client.until(() => frames().length > 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(frames()).toHaveLength(1);
  client.send({ type: 'ack', seq: frames()[0].seq });
  await client.until(() => frames().length === 2);
  client.send({ type: 'config', pacing: 'push' });
  await client.until(() => frames().length > 4);
});

test('sequence numbers grow, and no more frames come than were asked for', async () => {
  await connect('&maxFps=2');
  // The page paints far more often than that, also on a slow machine after a while: most of its frames are passed over.
  const sequence = await client.until(() => {
    const last = frames().slice(-4);
    const numbers = last.map(({ seq }) => seq);
    return numbers.length === 4 && numbers[3] - numbers[0] > 8 && numbers;
  });
  expect(sequence).toEqual([...sequence].sort((a, b) => a - b));
});

test('reports commands and their results without what was typed', async () => {
  await connect();
  await host.post('/browser/fill', { sessionId: session, ref: '#field', value: 'top secret' });
  const command = await client.until(() => client.messages.find(({ type }) => type === 'command'));
  expect(command).toMatchObject({ action: 'fill', params: { selector: '#field', value: '[redacted]' } });
  const result = await client.until(() => client.messages.find(({ type }) => type === 'result'));
  expect(result).toMatchObject({ id: command.id, action: 'fill', success: true, duration_ms: expect.any(Number) });
});

test('without a browser there is an error and a close', async () => {
  client = await LiveClient.plain(`${host.stream}?sessionId=nobody`);
  await client.until(() => client.messages.find(({ type }) => type === 'error'));
  expect(await client.closed).toMatchObject({ code: 4404 });
});
