import { join } from 'node:path';
import { LiveClient, type PageServer, processesWith, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from './deploy/proxies.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const LOGIN = `<title>Login</title><style>body { margin: 0 } input { position: absolute; left: 20px; top: 20px }</style>
<form action="/welcome"><input name="user" aria-label="User"></form>`;

const MOVING = `<title>Moving</title><h1 id="count">0</h1><script>
  (function draw(n) { count.textContent = n; requestAnimationFrame(() => draw(n + 1)) })(0);
</script>`;

const homes = { here: new TestHome(), there: new TestHome(), single: new TestHome() };
let onHanging = () => {};
let port: string;
let pages: PageServer;
let there: RunningServer;
let single: RunningServer;
let here: Workspace;

// Another server, with a token and a home of its own.
const serveThere = () =>
  serve(homes.there, ['--port', port], { BTCP_SECRET_SHOP: 'shop-canary', BTCP_SECRET_SHOP_ORIGIN: pages.origin });

beforeAll(async () => {
  pages = await servePages({
    '/login': LOGIN,
    '/welcome': '<title>Welcome</title>',
    '/moving': MOVING,
    '/hanging': () => onHanging(),
    '/in': (_request, response) =>
      response
        .setHeader('set-cookie', 'who=ada; Max-Age=3600; HttpOnly')
        .setHeader('content-type', 'text/html')
        .end('<title>In</title>'),
    '/who': (request, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>${request.headers.cookie ?? 'nobody'}</title>`),
    '/out': (_request, response) =>
      response
        .setHeader('set-cookie', 'who=; Max-Age=0')
        .setHeader('content-type', 'text/html')
        .end('<title>Out</title>'),
    '/report.csv': (_request, response) =>
      response
        .setHeader('content-type', 'text/csv')
        .setHeader('content-disposition', 'attachment; filename="report.csv"')
        .end('lamp,3\n'),
  });
  port = String(await freePort());
  there = await serveThere();
  single = await serve(homes.single, ['--ownership', 'single'], { BTCP_TOKEN: there.token ?? '' });
  here = await Workspace.start(homes.here, {
    BTCP_HOST_URL: there.url,
    BTCP_HOST_TOKEN: there.token ?? '',
    BTCP_HOST_URL_LOCKED_OUT: there.url,
    BTCP_HOST_URL_ONLY_ONE: single.url,
    BTCP_HOST_TOKEN_ONLY_ONE: there.token ?? '',
    BTCP_HOST_URL_ONLY_OTHER: single.url,
    BTCP_HOST_TOKEN_ONLY_OTHER: there.token ?? '',
    BTCP_HOST_TOKEN_LOCKED_OUT: 'wrong',
    BTCP_SECRET_SHOP: 'shop-canary',
    BTCP_SECRET_SHOP_ORIGIN: pages.origin,
  });
});
afterAll(async () => {
  await here.stop();
  for (const server of [there, single]) {
    await server.stop();
  }
  await pages.close();
  for (const home of Object.values(homes)) home[Symbol.dispose]();
});

const call = (path: string, name: string, input: object) => here.ask('POST', `${path}/tools/${name}`, input);
const open = (path: string, where: string) =>
  call(path, 'browser_navigate', { url: pages.origin + where, timeout: '60s' });
const streamOf = (agent: string, session: string) =>
  `${here.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;

describe.each(['process', 'remote'])('an agent whose host is a %s', (kind) => {
  const host = () => (kind === 'process' ? { kind } : { kind, url: there.url });
  let agent: string;
  let session: string;
  let path: string;
  beforeAll(async () => {
    ({ agent, session, path } = await here.begin(`Far ${kind}`, host()));
  });
  const watch = () => LiveClient.live(streamOf(agent, session), here.server.token ?? '');

  test('saves and restores states', async () => {
    await open(path, '/in');
    expect(await here.ask('POST', `/agents/${agent}/states`, { name: 'in' })).toMatchObject({ status: 201 });
    await open(path, '/out');
    expect(await open(path, '/who')).toMatchObject({ body: { page: { title: 'nobody' } } });
    expect(await here.ask('POST', `/agents/${agent}/states/in/restore`, {})).toMatchObject({ status: 204 });
    expect(await open(path, '/who')).toMatchObject({ body: { page: { title: 'who=ada' } } });
  });

  test('is in the list of all sessions, with a picture, until its browser is closed', async () => {
    await open(path, '/who');
    const listed = async () => {
      const { body } = await here.server.get('/sessions');
      return (body as { sessions: { id: string }[] }).sessions.find(({ id }) => id === session);
    };
    const page = { title: 'who=ada', url: `${pages.origin}/who` };
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ agent, page, hasBrowser: true }));
    const headers = { authorization: `Bearer ${here.server.token}` };
    await vi.waitFor(async () => {
      const picture = await fetch(`${here.server.url}/sessions/${session}/picture`, { headers });
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
    });
    await call(path, 'browser_close', {});
    await vi.waitFor(async () => expect(await listed()).toBeUndefined());
  });

  test('keeps pictures and downloads here', async () => {
    await open(path, '/who');
    await call(path, 'browser_screenshot', {});
    const fetched = await open(path, '/report.csv');
    expect(fetched).toMatchObject({ status: 200, body: { files: [{ name: 'report.csv', size: 7 }] } });
    const { body: files } = await here.ask('GET', `${path}/files`);
    expect(files.map(({ mimeType }: { mimeType: string }) => mimeType)).toEqual(['image/png', 'text/csv']);
    const { body: text } = await here.ask('GET', `${path}/files/${encodeURIComponent(files[1].name)}`);
    expect(text).toBe('lamp,3\n');
  });

  test('types secrets of the environment, which nobody else sees', async () => {
    await open(path, '/login');
    expect(await call(path, 'browser_fill', { selector: 'input', value: 'secret:shop' })).toMatchObject({
      status: 200,
    });
    const reported = await call(path, 'browser_evaluate', { script: 'document.querySelector("input").value.length' });
    expect(reported).toMatchObject({ body: { data: { value: '11' } } });
    const { body: recording } = await here.ask('GET', `${path}/recording`);
    expect(here.server.log + there.log + JSON.stringify(recording)).not.toContain('canary');
  });

  test('is taken over and handed back, and a second person meanwhile sees that', async () => {
    await open(path, '/login');
    const events = await here.events(path);
    // A host that answers late is reported by its first event.
    await Promise.race([
      events.next('state', ({ browserActive }) => browserActive),
      events.next('browser_active', ({ active }) => active),
    ]);
    const waiting = call(path, 'browser_request_user', { message: 'Please sign in', timeout: '60s' });
    const { control } = await events.next('control', ({ control }) => control.request !== null);
    expect(control.request).toMatchObject({ message: 'Please sign in' });
    const person = await watch();
    await person.take(true);
    expect(await here.state(path)).toMatchObject({
      control: { holder: { kind: 'viewer' }, isPrivate: true, request: { message: 'Please sign in' } },
    });
    expect(await call(path, 'browser_snapshot', {})).toMatchObject({
      body: { error: { code: 'control_held_by_user' } },
    });
    person.click(30, 30);
    person.send({ type: 'input_paste', text: 'open-sesame-42' });
    person.key('Enter', { code: 'Enter', text: '\r' });
    await person.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Welcome'));
    person.send({ type: 'give_control', outcome: 'done' });
    expect(await waiting).toMatchObject({ body: { data: { outcome: 'done' } } });
    await events.next('control', ({ control }) => control.reason === 'given back');
    expect(await here.state(path)).toMatchObject({ control: { holder: { kind: 'agent' }, request: null } });
    const { action } = await events.next('action', ({ action }) => action.tool === 'person');
    expect(action).toMatchObject({ input: { clicks: 1, fields: 1, isPrivate: true }, url: pages.origin });
    expect(JSON.stringify([events.all, await here.state(path)])).not.toContain('sesame');
    events.close();
    await person.close();
  });

  test('people are sent to this server, and links allow what they say', async () => {
    await open(path, '/login');
    const asked = await call(path, 'browser_request_user', { message: 'Look', wait: false });
    const address = `${here.server.url}/agents/${agent}/sessions/${session}`;
    expect(asked.body).toMatchObject({ data: { link: address }, text: expect.stringContaining(address) });
    // A host in a process of its own refuses this address too: a model could answer its own request there.
    const opened = await call(path, 'browser_navigate', { url: address });
    expect(opened.status).toBe(kind === 'process' ? 403 : 200);
    const linkFor = async (role: string) => (await here.ask('POST', `${path}/links`, { role })).body;
    const watching = await linkFor('view');
    expect(watching.url).toContain(`${here.server.url}/live#agent=${agent}&session=${session}`);
    const viewer = await LiveClient.live(streamOf(agent, session), watching.token);
    expect(await viewer.next('hello')).toMatchObject({ role: 'view' });
    await viewer.until(() => viewer.frames.length > 0);
    viewer.send({ type: 'take_control' });
    expect(await viewer.next('error')).toMatchObject({ error: { code: 'denied' } });
    const driver = await LiveClient.live(streamOf(agent, session), (await linkFor('control')).token);
    await driver.take();
    await driver.giveBack();
    await Promise.all([viewer.close(), driver.close()]);
    await expect(LiveClient.live(streamOf(agent, 'another'), watching.token)).rejects.toThrow('HTTP 401');
    await expect(LiveClient.live(streamOf(agent, session), 'forged.token')).rejects.toThrow('HTTP 401');
  });

  test('a viewer who stops reading goes on with the newest picture', async () => {
    expect(await open(path, '/moving')).toMatchObject({ status: 200 });
    const healthy = await watch();
    const stalled = await watch();
    await stalled.until(() => stalled.frames.length > 0);
    stalled.socket.pause();
    healthy.forget();
    await healthy.until(() => healthy.frames.length > 20);
    const newest = healthy.frames.at(-1)?.sequence ?? 0;
    stalled.socket.resume();
    await stalled.until(() => stalled.frames.some(({ sequence }) => sequence >= newest));
    expect(stalled.frames.at(-1)?.sequence).toBeGreaterThanOrEqual(newest);
    await Promise.all([healthy.close(), stalled.close()]);
  });

  test('a host that dies in a call and in a view is reported, and used again when it is back', async () => {
    await open(path, '/login');
    const events = await here.events(path);
    const viewer = await watch();
    await viewer.until(() => viewer.frames.length > 0);
    const begun = new Promise<void>((resolve) => {
      onHanging = resolve;
    });
    const hanging = open(path, '/hanging');
    await begun;
    if (kind === 'remote') {
      there.process.kill('SIGKILL');
      await there.ended;
    } else {
      const [child] = processesWith(`--profile ${join(homes.here.path, 'data', 'workspace', 'agents', agent)}`);
      process.kill(child ?? 0, 'SIGKILL');
    }
    expect(await hanging).toMatchObject({
      status: 503,
      body: { error: { code: 'browser_unavailable', message: expect.stringContaining('is unreachable') } },
    });
    await viewer.closed;
    if (kind === 'remote') {
      await expect(watch()).rejects.toThrow('HTTP 503');
      expect(await here.state(path)).toMatchObject({ browserActive: false });
      there = await serveThere();
    }
    expect(await open(path, '/who')).toMatchObject({ status: 200 });
    await events.next('navigation', ({ url }) => url.endsWith('/who'));
    const again = await watch();
    await again.until(() => again.frames.length > 0);
    await again.close();
    events.close();
  });
});

test('agents with one host between them see nothing of each other, and leave it as they go', async () => {
  const host = { kind: 'remote', url: there.url };
  const one = await here.begin('Twin one', host);
  const other = await here.begin('Twin other', host);
  // An id that an agent elsewhere has made up may be anybody's.
  const act = (agent: string, action: string, input: object) =>
    here.ask('POST', `/agents/${agent}/browser/${action}`, { sessionId: 'default', ...input });
  await act(one.agent, 'open', { url: `${pages.origin}/in` });
  expect(await act(other.agent, 'open', { url: `${pages.origin}/who` })).toMatchObject({
    body: { page: { title: 'nobody' } },
  });
  await open(one.path, '/who');
  expect((await here.ask('GET', `/agents/${one.agent}/browser/status`)).body).toMatchObject({
    active: true,
    sessions: ['default', one.session],
  });
  expect((await here.ask('GET', `/agents/${other.agent}/browser/status`)).body).toMatchObject({
    active: true,
    sessionId: 'default',
    sessions: ['default'],
  });
  expect(await here.ask('POST', `/agents/${one.agent}/states`, { name: 'which' })).toMatchObject({
    body: { error: { code: 'ambiguous', hint: expect.stringContaining(one.session) } },
  });
  await here.ask('DELETE', `/agents/${one.agent}`);
  const { sessions } = (await (
    await fetch(`${there.url}/browser/status`, { headers: { authorization: `Bearer ${there.token}` } })
  ).json()) as { sessions: string[] };
  expect(sessions.filter((id) => id.startsWith('twin-'))).toEqual(['twin-other/default']);
  await here.ask('DELETE', `/agents/${other.agent}`);
});

test('a host with one browser is not taken from others', async () => {
  const host = { kind: 'remote', url: single.url };
  const one = await here.begin('Only one', host);
  const other = await here.begin('Only other', host);
  await open(one.path, '/in');
  expect(await open(other.path, '/who')).toMatchObject({
    body: { error: { code: 'browser_owned', message: expect.stringContaining('in use by others') } },
  });
  expect((await here.ask('GET', `/agents/${other.agent}/browser/status`)).body).toMatchObject({
    active: false,
    sessionId: null,
    sessions: [],
  });
  const { body: second } = await here.ask('POST', `/agents/${one.agent}/sessions`, {});
  expect(await open(`/agents/${one.agent}/sessions/${second.id}`, '/who')).toMatchObject({
    body: { page: { title: 'who=ada' } },
  });
});

test('a host that is away, or does not take the token, is named', async () => {
  const { path, agent, session } = await here.begin('Nowhere', { kind: 'remote', url: 'http://127.0.0.1:9' });
  expect(await call(path, 'browser_snapshot', {})).toMatchObject({
    status: 503,
    body: { error: { message: expect.stringContaining('http://127.0.0.1:9 is unreachable') } },
  });
  expect(await here.state(path)).toMatchObject({ browserActive: false, control: { holder: { kind: 'agent' } } });
  await expect(LiveClient.live(streamOf(agent, session), here.server.token ?? '')).rejects.toThrow('HTTP 503');
  const locked = await here.begin('Locked out', { kind: 'remote', url: there.url });
  expect(await call(locked.path, 'browser_snapshot', {})).toMatchObject({
    status: 503,
    body: {
      error: { message: expect.stringContaining('does not take'), hint: expect.stringContaining('BTCP_HOST_TOKEN') },
    },
  });
  await expect(LiveClient.live(streamOf(locked.agent, locked.session), here.server.token ?? '')).rejects.toThrow(
    'HTTP 503',
  );
});
