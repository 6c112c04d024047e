import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiveClient, type PageServer, renderersOf, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

const LOGIN = `<title>Login</title><style>body { margin: 0 } input, button { position: absolute; left: 20px }</style>
<form action="/welcome" method="get">
  <input name="user" aria-label="User" style="top:20px">
  <input name="password" type="password" aria-label="Password" style="top:60px">
  <button style="top:100px">Sign in</button>
</form>
<script>
  addEventListener('input', (event) => {
    console.log('typed', event.target.value);
    fetch('/check?value=' + encodeURIComponent(event.target.value));
  });
</script>`;

const HOLDING = `<title>idle</title><style>html { height: 100% }</style><script>
  const held = new Set();
  const report = () => { document.title = [...held].join(' ') || 'idle' };
  addEventListener('mousedown', () => { held.add('button'); report() });
  addEventListener('mouseup', () => { held.delete('button'); report() });
  addEventListener('keydown', (event) => { held.add(event.key); report() });
  addEventListener('keyup', (event) => { held.delete(event.key); report() });
</script>`;

const MINUTE_MS = 60_000;

// Every session starts with what is in here then.
const lease = { disconnect: MINUTE_MS };
let folder: string;
let host: LiveHost;
let pages: PageServer;
let count = 0;
let session = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'btcp-takeover-'));
  host = await startLiveHost({ lease, outputDirectory: folder });
  pages = await servePages({
    '/login': LOGIN,
    '/holding': HOLDING,
    '/slow': LOGIN.replace(
      "console.log('typed'",
      "for (const end = Date.now() + 30; Date.now() < end; );\n    console.log('typed'",
    ),
    '/check': 'ok',
    '/welcome': (_request, response) => response.end('<title>Welcome</title><h1>Signed in</h1>'),
  });
});
afterAll(async () => {
  await host.close();
  await pages.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  session = `t${++count}`;
});

const call = (action: string, input: Record<string, unknown> = {}) =>
  host.post(`/browser/${action}`, { sessionId: session, ...input });
const watch = () => LiveClient.live(`${host.stream}?sessionId=${session}`);

describe('a login that is taken over and handed back', () => {
  test('the agent waits, its other calls are refused, and it goes on where the person stopped', async () => {
    await call('open', { url: `${pages.origin}/login` });
    const viewer = await watch();
    const asked = call('request_user', { message: 'Please sign in', purpose: 'login' });
    const { control } = await viewer.next('control', (message) => message.control.request !== null);
    expect(control.request).toMatchObject({ message: 'Please sign in', purpose: 'login' });
    await viewer.take(true);
    const refused = { status: 423, body: { error: { code: 'control_held_by_user', hint: expect.any(String) } } };
    expect(await call('click', { selector: 'button' })).toMatchObject(refused);
    expect(await call('close')).toMatchObject(refused);
    expect(await call('snapshot')).toMatchObject(refused);
    expect(await call('screenshot')).toMatchObject(refused);
    viewer.send({ type: 'set_private', isPrivate: false });
    await viewer.next('control', (message) => message.control.holder.kind === 'viewer' && !message.control.isPrivate);
    expect(await call('snapshot')).toMatchObject({ status: 200 });
    viewer.click(30, 110);
    await viewer.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Welcome'));
    viewer.send({ type: 'give_control', outcome: 'done', note: 'I am Ann' });
    expect(await asked).toMatchObject({
      status: 200,
      body: { data: { outcome: 'done', note: 'I am Ann' }, page: { title: 'Welcome' } },
    });
    expect((await call('snapshot')).body.tree).toContain('Signed in');
    await viewer.close();
  });

  test('a request can be declined, or not waited for, and gives a link that works', async () => {
    await call('open', { url: `${pages.origin}/login` });
    const { body } = await call('request_user', { message: 'Sign in', wait: false });
    expect(body.data).toMatchObject({
      outcome: 'asked',
      link: expect.stringContaining(`/live#session=${session}&code=`),
    });
    const code = new URL(body.data.link).hash.split('code=')[1] ?? '';
    const { body: opened } = await host.post('/live', { code });
    expect(await host.links.check(opened.token)).toMatchObject({ session, role: 'control' });
    // Found later, in a log or a history, it opens nothing.
    expect(await host.post('/live', { code })).toMatchObject({ status: 401 });
    const asked = call('request_user', { message: 'Sign in' });
    const viewer = await watch();
    const { control } = await viewer.next('control', (message) => message.control.request !== null);
    viewer.send({ type: 'decline_request', id: control.request?.id ?? '', note: 'no account' });
    expect((await asked).body).toMatchObject({ data: { outcome: 'declined', note: 'no account' } });
    await viewer.close();
  });

  test('a request ends at its deadline', async () => {
    await call('open', { url: `${pages.origin}/login` });
    expect((await call('request_user', { message: 'Sign in', timeout: 200 })).body.data).toMatchObject({
      outcome: 'deadline',
    });
  });

  test('a call that is under way when a person takes over ends before that person drives', async () => {
    await call('open', { url: `${pages.origin}/login` });
    const viewer = await watch();
    await viewer.next('hello');
    const typing = call('type', { selector: '[name=user]', text: 'x'.repeat(500), delay: 100 });
    await viewer.until(() => viewer.frames.length > 1);
    await viewer.take();
    const states = viewer.messages.filter(({ type }) => type === 'control').map(({ control }) => control.holder.kind);
    expect(states).toEqual(['agent', 'nobody', 'viewer']);
    expect([200, 423]).toContain((await typing).status);
    await viewer.close();
  });
});

describe('a viewer that goes away', () => {
  test('in the middle of a drag lets go of buttons and keys at once, and keeps control for a while', async () => {
    await call('open', { url: `${pages.origin}/holding` });
    const [driver, other] = [await watch(), await watch()];
    await driver.take();
    driver.send({ type: 'input_mouse', eventType: 'mousePressed', x: 50, y: 50, button: 'left', clickCount: 1 });
    driver.send({ type: 'input_keyboard', eventType: 'keyDown', key: 'Shift', code: 'ShiftLeft', modifiers: 8 });
    await other.next('tabs', ({ tabs }) => tabs[0]?.title === 'button Shift');
    other.forget();
    driver.socket.terminate();
    await other.next('tabs', ({ tabs }) => tabs[0]?.title === 'idle');
    expect(await call('click', { selector: 'html' })).toMatchObject({ status: 423 });
    await other.close();
  });

  test('and does not come back lets go of control', async () => {
    lease.disconnect = 100;
    await call('open', { url: `${pages.origin}/holding` });
    lease.disconnect = MINUTE_MS;
    const [driver, other] = [await watch(), await watch()];
    await driver.take();
    driver.socket.terminate();
    await other.next('control', ({ control }) => control.reason === 'viewer gone');
    expect(await call('click', { selector: 'html' })).toMatchObject({ status: 200 });
    await other.close();
  });

  test('keeps control when it comes back in time', async () => {
    await call('open', { url: `${pages.origin}/holding` });
    const driver = await watch();
    await driver.take();
    const { viewer, pass } = await driver.next('hello');
    driver.socket.terminate();
    await driver.closed;
    const back = await LiveClient.live(`${host.stream}?sessionId=${session}&pass=${pass}`);
    expect(await back.next('hello')).toMatchObject({ viewer });
    expect(await back.next('control')).toMatchObject({ control: { holder: { kind: 'viewer', viewer } } });
    back.send({ type: 'input_mouse', eventType: 'mousePressed', x: 50, y: 50, button: 'left', clickCount: 1 });
    await back.next('tabs', ({ tabs }) => tabs[0]?.title === 'button');
    back.send({ type: 'give_control' });
    await back.next('tabs', ({ tabs }) => tabs[0]?.title === 'idle');
    await back.close();
  });
});

test('a page that crashes under a driver is reported, loaded again by them, and left to the agent as it then is', async () => {
  await call('open', { url: `${pages.origin}/login` });
  const [viewer, other] = [await watch(), await watch()];
  await viewer.take();
  for (const pid of renderersOf(process.pid)) process.kill(pid, 'SIGKILL');
  await Promise.all([viewer, other].map((each) => each.next('crash')));
  const late = await watch();
  await late.next('crash');
  viewer.forget();
  viewer.send({ type: 'navigate', action: 'reload' });
  await viewer.next('loading', ({ loading }) => !loading);
  viewer.click(30, 30);
  viewer.send({ type: 'input_paste', text: 'ada' });
  await viewer.giveBack();
  const script = 'document.forms[0].user.value';
  await expect.poll(async () => (await call('evaluate', { script })).body.data?.value).toBe('"ada"');
  await Promise.all([viewer, other, late].map((each) => each.close()));
});

test('a request whose time runs out while a person drives leaves them driving', async () => {
  await call('open', { url: `${pages.origin}/login` });
  // On a slow machine the time may run out before anybody drives.
  const driveUntil = async (timeout: number): Promise<LiveClient> => {
    const viewer = await watch();
    const asked = call('request_user', { message: 'Sign in', timeout });
    await viewer.next('control', ({ control }) => control.request !== null);
    await viewer.take();
    expect((await asked).body.data).toMatchObject({ outcome: 'deadline' });
    const isOver = () => viewer.messages.findLast(({ type }) => type === 'control').control.request === null;
    await viewer.until(isOver);
    const { control } = viewer.messages.findLast(({ type }) => type === 'control');
    const wasAskedBefore = viewer.messages.some(
      ({ type, control: each }) => type === 'control' && each.holder.kind === 'viewer' && each.request,
    );
    expect(control).toMatchObject({ holder: { kind: 'viewer' }, reason: 'taken', request: null });
    if (wasAskedBefore) return viewer;
    viewer.send({ type: 'give_control' });
    await viewer.next('control', (message) => message.control.reason === 'given back');
    await viewer.close();
    return driveUntil(timeout * 2);
  };
  const viewer = await driveUntil(1_000);
  expect((await call('click', { selector: 'button' })).status).toBe(423);
  await viewer.giveBack();
  expect((await call('snapshot')).status).toBe(200);
  await viewer.close();
});

test('keys that a busy page has not taken in yet reach it before the agent goes on', async () => {
  await call('open', { url: `${pages.origin}/login` });
  const viewer = await watch();
  await call('evaluate', { script: 'setTimeout(() => { for (const end = Date.now() + 2500; Date.now() < end; ); })' });
  await viewer.take(false);
  viewer.click(30, 30);
  for (const key of 'ann') viewer.key(key);
  viewer.send({ type: 'input_paste', text: ' lee' });
  viewer.key('!');
  viewer.send({ type: 'give_control' });
  viewer.key('x');
  await viewer.next('control', ({ control }) => control.reason === 'given back');
  expect((await call('evaluate', { script: 'document.forms[0].user.value' })).body.data.value).toBe('"ann lee!"');
  expect(await viewer.next('error')).toMatchObject({ error: { message: 'You are not driving.' } });
  await viewer.close();
});

test('keys that a slow page takes in after control was given back are not logged either', async () => {
  await call('open', { url: `${pages.origin}/slow` });
  const viewer = await watch();
  await viewer.take(true);
  viewer.send({ type: 'get_selection' });
  await viewer.next('selection');
  viewer.click(30, 30);
  for (const key of 'ann') viewer.key(key);
  await viewer.giveBack();
  await call('wait_for', { function: 'document.forms[0].user.value === "ann"' });
  await call('click', { selector: '[name=password]' });
  const { body: logs } = await call('recent_console_logs');
  const { body: requests } = await call('recent_network_requests', { filter: '/check' });
  expect([logs.data.entries, requests.data.entries]).toEqual([[], []]);
  await call('evaluate', { script: 'console.log("seen again")' });
  expect((await call('recent_console_logs')).body.text).toContain('seen again');
  await viewer.close();
});

test('what a person types is found nowhere: no log, event, result, snapshot or file', async () => {
  const logged = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const canary = 'c4n4ry-s3cret';
  const reported: unknown[] = [];
  await call('open', { url: `${pages.origin}/login` });
  host.conversations.get(session).events.subscribe((event) => reported.push(event));
  const onlooker = await LiveClient.plain(`${host.stream}?sessionId=${session}`);
  const asked = call('request_user', { message: 'Please sign in', purpose: 'login' });
  const viewer = await watch();
  await viewer.take(true);
  viewer.click(30, 70);
  for (const key of canary) viewer.key(key);
  viewer.send({ type: 'input_composition', eventType: 'commit', text: canary });
  viewer.send({ type: 'input_paste', text: canary });
  viewer.send({ type: 'input_keyboard', eventType: 'keyDown', key: canary, text: [canary] });
  viewer.send({ type: 'get_selection' });
  await viewer.next('selection');
  reported.push(
    await call('snapshot'),
    await call('evaluate', { script: 'document.querySelector("[type=password]").value' }),
  );
  viewer.send({ type: 'give_control' });
  reported.push(await asked);
  for (const action of ['snapshot', 'recent_console_logs', 'recent_network_requests', 'tabs'])
    reported.push(await call(action));
  reported.push(await call('evaluate', { script: '"x".repeat(5_000)' }));
  reported.push(await call('click', { selector: '[name=user]' }), onlooker.messages, viewer.messages);
  reported.push(await host.get('/browser/status'), await host.get('/health'));
  reported.push(logged.map((spy) => spy.mock.calls));
  expect(JSON.stringify(reported)).not.toContain(canary);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  for (const { parentPath, name } of files) expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(canary);
  // The page did get it, so that the test could have found it.
  const script = 'document.querySelector("[type=password]").value.length';
  const { body } = await call('evaluate', { script });
  expect(Number(body.data.value)).toBeGreaterThanOrEqual(canary.length * 3);
  for (const spy of logged) spy.mockRestore();
  await Promise.all([viewer.close(), onlooker.close()]);
});
