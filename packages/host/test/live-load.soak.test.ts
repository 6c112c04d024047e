import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

const MOVING = `<title>Moving</title><canvas id="canvas" width="1280" height="720"></canvas><script>
  const context = canvas.getContext('2d');
  let n = 0;
  (function draw() {
    for (let i = 0; i < 40; i++) {
      context.fillStyle = 'hsl(' + ((n * 7 + i * 9) % 360) + ' 80% 50%)';
      context.fillRect((n * 13 + i * 97) % 1280, (i * 53 + n * 5) % 720, 120, 90);
    }
    n++;
    requestAnimationFrame(draw);
  })();
</script>`;

// Pictures that compress badly, so that what nobody reads soon fills every buffer.
const NOISE = `<title>Noise</title><canvas id="canvas" width="640" height="360"></canvas><script>
  const context = canvas.getContext('2d');
  const pictures = [0, 1, 2].map(() => {
    const image = context.createImageData(640, 360);
    for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    return image;
  });
  let n = 0;
  (function draw() { context.putImageData(pictures[n++ % 3], 0, 0); requestAnimationFrame(draw) })();
</script>`;

const COUNTING = `<title>Counting</title><style>html { height: 100% }</style><script>
  let moves = 0;
  let pressed;
  // Every event that was dispatched, also those that the page gets as one.
  addEventListener('pointermove', (event) => { moves += event.getCoalescedEvents().length });
  addEventListener('mousedown', (event) => { pressed = { moves, x: event.clientX, y: event.clientY } });
</script>`;

const STILL = `<title>Still</title><body style="background:repeating-conic-gradient(#000 0 9deg, #fff 0 18deg)">`;

let host: LiveHost;
let pages: PageServer;
beforeAll(async () => {
  host = await startLiveHost({ messagesPerSecond: Number.POSITIVE_INFINITY });
  pages = await servePages({ '/moving': MOVING, '/noise': NOISE, '/counting': COUNTING, '/still': STILL });
});
afterAll(async () => {
  await host.close();
  await pages.close();
});

const open = async (session: string, path: string) => {
  const { body } = await host.post('/browser/open', { sessionId: session, url: pages.origin + path });
  expect(body, JSON.stringify(body)).toMatchObject({ success: true });
  return `${host.stream}?sessionId=${session}`;
};

test('a line that is held up by one picture gets smaller ones, and a sharp one of a page that stands still', async () => {
  const address = await open('thin', '/still');
  // A page that was never painted is empty in the first picture.
  await host.post('/browser/screenshot', { sessionId: 'thin' });
  const client = await LiveClient.live(`${address}&pacing=ack`);
  const sizes = () => client.frames.map(({ image }) => image.length);
  const acknowledge = () => client.send({ type: 'ack', seq: client.frames.at(-1)?.sequence });
  await client.until(() => client.frames.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  client.socket.on('message', (_data, isBinary) => isBinary && acknowledge());
  acknowledge();
  const [first = 0] = sizes();
  await client.until(() => sizes().some((size) => size < first / 2));
  await client.until(() => (sizes().at(-1) ?? 0) > first / 2);
  expect(Math.min(...sizes())).toBeLessThan(first / 2);
  await client.close();
});

test('a viewer that stops reading does not slow another, and goes on with the newest frame', async () => {
  // Two sessions at the same time, so that whatever else the machine does slows both.
  const [alone, shared] = await Promise.all([open('alone', '/noise'), open('stalled', '/noise')]);
  const [undisturbed, healthy, stalled] = await Promise.all(
    [alone, shared, shared].map((each) => LiveClient.live(each)),
  );
  if (!undisturbed || !healthy || !stalled) throw new Error('unreachable');
  await Promise.all([undisturbed, healthy, stalled].map((each) => each.until(() => each.frames.length > 20)));
  stalled.socket.pause();
  const before = stalled.frames.at(-1)?.sequence ?? 0;
  undisturbed.forget();
  healthy.forget();
  await Promise.all([undisturbed, healthy].map((each) => each.until(() => each.frames.length >= 80)));
  // Of the pictures that were taken: how many are taken depends on what else the machine does to each page.
  const share = ({ frames }: LiveClient) =>
    frames.length / ((frames.at(-1)?.sequence ?? 0) - (frames[0]?.sequence ?? 0) + 1);
  expect(share(healthy)).toBeGreaterThan(share(undisturbed) / 3);
  const newest = healthy.frames.at(-1)?.sequence ?? 0;
  stalled.socket.resume();
  await stalled.until(() => (stalled.frames.at(-1)?.sequence ?? 0) >= newest);
  // What it missed is not sent later.
  const late = stalled.frames.filter(({ sequence }) => sequence > before && sequence < newest);
  expect(late.length).toBeLessThan(healthy.frames.length * 0.8);
  await Promise.all([undisturbed, healthy, stalled].map((each) => each.close()));
  await Promise.all(['alone', 'stalled'].map((session) => host.delete(`/sessions/${session}`)));
});

test('ten viewers of one session share one cast, which ends with the last of them', async () => {
  const address = await open('ten', '/moving');
  const viewers = await Promise.all(Array.from({ length: 10 }, () => LiveClient.live(address)));
  await Promise.all(viewers.map((viewer) => viewer.until(() => viewer.frames.length >= 20)));
  const seen = viewers.map(({ frames }) => new Set(frames.map(({ sequence }) => sequence)));
  const shared = [...(seen[0] ?? [])].filter((sequence) => seen.every((numbers) => numbers.has(sequence)));
  expect(shared.length).toBeGreaterThan(0);
  await Promise.all(viewers.map((viewer) => viewer.close()));
  const again = await LiveClient.live(address);
  await again.until(() => again.frames.length > 0);
  expect(again.frames[0]?.isReplay).toBe(false);
  await again.close();
});

test('a click after 300 moves is dispatched behind a few of them, at the spot of the last', async () => {
  const viewer = await LiveClient.live(await open('counting', '/counting'));
  await viewer.take();
  for (let x = 1; x <= 300; x++) viewer.send({ type: 'input_mouse', eventType: 'mouseMoved', x, y: 100 });
  viewer.click(300, 100);
  viewer.send({ type: 'get_selection' });
  await viewer.next('selection');
  await viewer.giveBack();
  const script = 'JSON.stringify(pressed)';
  const { body } = await host.post('/browser/evaluate', { sessionId: 'counting', script });
  const pressed = JSON.parse(JSON.parse(body.data.value));
  expect(pressed).toMatchObject({ x: 300, y: 100 });
  expect(pressed.moves).toBeLessThan(200);
  await viewer.close();
});

test('a viewer that sends too much is shown out', async () => {
  const strict = await startLiveHost({ messagesPerSecond: 50 });
  await strict.post('/browser/open', { sessionId: 'a', url: 'about:blank' });
  const viewer = await LiveClient.live(`${strict.stream}?sessionId=a`);
  for (let count = 0; count < 500; count++) viewer.send({ type: 'ack', seq: count });
  expect(await viewer.closed).toMatchObject({ code: 1008 });
  await strict.close();
});
