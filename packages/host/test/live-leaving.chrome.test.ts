import { LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

const PAGE = `<title>Page</title><body style="height:100vh"><script>
  let clicksAt50 = 0;
  addEventListener('mousedown', ({ clientX }) => { if (clientX === 50) clicksAt50++ });
</script>`;

let host: LiveHost;
let pages: PageServer;
let owner: string;
let count = 0;
// Watches the browser itself, regardless of its owner.
let onlooker: LiveClient;
beforeAll(async () => {
  pages = await servePages({ '/': PAGE });
  host = await startLiveHost({ token: 'main', ownership: 'single' });
  owner = 'first';
  await host.post('/browser/open', { sessionId: owner, url: pages.origin });
  onlooker = await LiveClient.live(host.stream, 'main');
});
afterAll(async () => {
  await onlooker.close();
  await host.close();
  await pages.close();
});
beforeEach(async () => {
  const next = `owner-${++count}`;
  await own('transfer', { to: next });
  owner = next;
  onlooker.forget();
});

const own = (verb: string, input: object) => host.post(`/browser/ownership/${verb}`, { sessionId: owner, ...input });
const call = (action: string, input: object = {}) => host.post(`/browser/${action}`, { sessionId: owner, ...input });
const watch = (token: string, query = '') => LiveClient.live(`${host.stream}?sessionId=${owner}${query}`, token);
const link = (lifetime = 3_600_000) => host.links.make(owner, 'control', lifetime);
const released = () => onlooker.next('control', ({ control }) => control.reason === 'viewer gone');

describe('a link that is no longer good', () => {
  test('ends what came by it when it runs out, and frees the browser', async () => {
    // On a slow machine a link may run out before anybody has come by it.
    const arrive = async (lifetime: number): Promise<LiveClient> => {
      const { token } = await link(lifetime);
      const client = await watch(token).catch(() => undefined);
      const isDriving =
        client && (await Promise.race([client.take(true).catch(() => {}), client.closed])) === undefined;
      return isDriving ? client : arrive(lifetime * 2);
    };
    const client = await arrive(1_000);
    expect(await client.next('error')).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await client.closed).toEqual({ code: 4408, reason: 'The link has expired.' });
    await expect.poll(async () => (await call('click', { selector: 'body' })).status).toBe(200);
  });

  test('stays for as long as it says, be it longer than a timer can wait', async () => {
    const client = await watch((await link(60 * 24 * 3_600_000)).token);
    client.send({ type: 'locate', ref: '@f99e1' });
    expect(await client.next('located')).toMatchObject({ ref: '@f99e1', rectangle: null });
    await client.close();
  });

  test('gives nothing to who goes on sending after it was revoked', async () => {
    const { id, token } = await link();
    const client = await watch(token);
    await client.take();
    onlooker.forget();
    // It does not hear that the server wants to close, and so does not.
    client.socket.pause();
    await host.delete(`/sessions/${owner}/links/${id}`);
    await released();
    client.send({ type: 'take_control' });
    client.click(50, 50);
    client.socket.resume();
    expect(await client.closed).toEqual({ code: 4401, reason: 'The link was revoked.' });
    expect((await call('evaluate', { script: 'clicksAt50' })).body.data.value).toBe('0');
    expect(
      onlooker.messages.filter(({ type, control }) => type === 'control' && control.holder.kind !== 'agent'),
    ).toEqual([]);
  });
});

describe('a browser that goes to another session', () => {
  test('is no longer shown to those who watched it for the one before', async () => {
    const { token } = await link();
    const [byLink, byToken] = [await watch(token), await watch('main')];
    await byLink.take();
    const before = owner;
    const after = `${'é'.repeat(200)}${++count}`;
    await own('transfer', { to: after });
    owner = after;
    for (const client of [byLink, byToken]) {
      expect(await client.next('error')).toMatchObject({ error: { code: 'browser_owned' } });
      expect(await client.closed).toMatchObject({ code: 4409, reason: expect.stringContaining('is owned by session') });
    }
    await released();
    expect((await call('snapshot')).status).toBe(200);
    const late = await LiveClient.live(`${host.stream}?sessionId=${before}`, 'main');
    expect(await late.closed).toMatchObject({ code: 4404 });
    expect(onlooker.socket.readyState).toBe(onlooker.socket.OPEN);
  });

  test('stays with those who watch it when its owner is renamed, and lets them come back', async () => {
    const { token } = await link();
    const client = await watch(token);
    await client.take();
    const query = `?sessionId=${owner}`;
    await own('rename', { to: `renamed-${++count}` });
    owner = `renamed-${count}`;
    client.click(60, 60);
    client.send({ type: 'get_selection' });
    await client.next('selection');
    await client.close();
    const back = await LiveClient.live(`${host.stream}${query}`, token);
    expect(await back.next('hello')).toMatchObject({ role: 'control' });
    await back.close();
  });
});

test('a viewer that comes back goes on in the place of its dead connection, and nobody else can', async () => {
  const client = await watch('main');
  await client.take();
  const { viewer, pass } = await client.next('hello');
  const stranger = await watch('main', `&pass=${viewer}.${'A'.repeat(43)}`);
  expect((await stranger.next('hello')).viewer).not.toBe(viewer);
  const back = await watch('main', `&pass=${pass}`);
  expect(await back.next('hello')).toMatchObject({ viewer, pass });
  expect(await back.next('control')).toMatchObject({ control: { holder: { kind: 'viewer', viewer } } });
  expect(await client.closed).toMatchObject({ code: 4412 });
  back.send({ type: 'give_control' });
  await onlooker.next('control', ({ control }) => control.reason === 'given back');
  await Promise.all([back.close(), stranger.close()]);
});

describe('a viewer that stalls', () => {
  const PING_MS = 15_000;
  // Only the clock of pings: sockets and the browser stay real.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('is dropped when it answers no ping, and comes back with its control; others stay', async () => {
    const [stalled, healthy] = await Promise.all([watch('main'), watch('main')]);
    await stalled.take();
    const { viewer, pass } = await stalled.next('hello');
    stalled.socket.pause();
    const pinged = new Promise((resolve) => healthy.socket.once('ping', resolve));
    vi.advanceTimersByTime(PING_MS);
    await pinged;
    // The answer to this shows that the server has read the answer to the ping, which was sent before.
    healthy.send({ type: 'watch', tab: 'none' });
    await healthy.next('error', ({ error }) => error.code === 'not_found');
    vi.advanceTimersByTime(PING_MS);
    stalled.socket.resume();
    expect((await stalled.closed).code).toBe(1006);
    expect(healthy.socket.readyState).toBe(healthy.socket.OPEN);
    const back = await watch('main', `&pass=${pass}`);
    expect(await back.next('hello')).toMatchObject({ viewer });
    await back.next('control', ({ control: { holder } }) => holder.kind === 'viewer' && holder.viewer === viewer);
    await Promise.all([back.close(), healthy.close()]);
  });
});
