import { join } from 'node:path';
import { LIVE_CLOSE_CODES } from '@btcp/protocol';
import { LiveClient, poll, processesWith, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { refOf, serveScriptedModel } from 'example-model/scripted-model';
import { expect, test } from 'vitest';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const LOGIN = `<title>Login</title><style>body { margin: 0 } input, button { position: absolute; left: 20px }</style>
<form action="/welcome" method="post">
  <input name="user" aria-label="User" style="top:20px">
  <input name="password" type="password" aria-label="Password" style="top:60px">
  <button style="top:100px">Sign in</button>
</form>`;

const modelAt = (baseURL: string) => ({ OPENAI_BASE_URL: baseURL, MODEL: 'scripted', OPENAI_API_KEY: 'none' });

test('an agent runs a task, waits while a person signs in, and goes on', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/login': LOGIN,
    '/welcome': (request, response) => {
      request.setEncoding('utf8').once('data', (form: string) => {
        response.end(
          `<title>Welcome</title><h1>Hello ${new URLSearchParams(form).get('user')}</h1><button>Pay</button>`,
        );
      });
    },
  });
  const requests: string[] = [];
  const model = await serveScriptedModel(
    [
      [['browser_navigate', { url: `${site.origin}/login` }]],
      [['browser_request_user', { message: 'Please sign in', purpose: 'login' }]],
      [['browser_snapshot', {}]],
      (messages) => [['browser_click', { selector: refOf(messages, 'button "Pay"') }]],
      'It is paid.',
    ],
    (request) => requests.push(JSON.stringify(request)),
  );
  const workspace = await Workspace.start(home, modelAt(model.baseURL));
  try {
    const { agent, session, path } = await workspace.begin('Book keeper');
    expect(agent).toBe('book-keeper');
    const events = await workspace.events(path);
    expect(await events.next('state')).toMatchObject({ messages: [], browserActive: false, session: { id: session } });
    const said = await workspace.ask('POST', `${path}/messages`, { text: 'Pay the bill' });
    expect(said).toMatchObject({ status: 202, body: { message: { role: 'user' } } });

    const waiting = await events.next('run', ({ run }) => run.state === 'waiting');
    expect(waiting.run).toMatchObject({ request: { message: 'Please sign in', purpose: 'login' } });
    expect(await workspace.ask('GET', `/agents/${agent}/browser/status`)).toMatchObject({
      body: { active: true, sessionId: session },
    });
    const stream = `${workspace.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const person = await LiveClient.live(stream, workspace.server.token ?? '');
    await person.take(true);
    person.click(30, 30);
    person.send({ type: 'input_paste', text: 'Ada' });
    person.click(30, 70);
    person.send({ type: 'input_paste', text: 'open-sesame-42' });
    person.key('Enter', { code: 'Enter', text: '\r' });
    await person.next('tabs', ({ tabs }) => tabs.some(({ title }) => title === 'Welcome'));
    person.send({ type: 'give_control', outcome: 'done' });

    await workspace.until(agent, session, 'idle');
    await events.next('usage', ({ total }) => total.output === 5);
    const { messages } = await workspace.state(path);
    expect(messages).toMatchObject([
      { role: 'user', parts: [{ type: 'text', text: 'Pay the bill' }] },
      {
        role: 'agent',
        usage: { input: 5, output: 5 },
        parts: [
          { name: 'browser_navigate', state: 'done', page: { title: 'Login' }, duration: expect.any(Number) },
          { name: 'browser_request_user', state: 'done', text: expect.stringContaining('The person is done') },
          { name: 'browser_snapshot', state: 'done', text: expect.stringContaining('Hello Ada') },
          { name: 'browser_click', state: 'done', summary: 'Click button "Pay"' },
          { type: 'text', text: 'It is paid.' },
        ],
      },
    ]);
    expect(messages[1]?.parts.some((part) => 'output' in part || JSON.stringify(part).includes('<untrusted'))).toBe(
      false,
    );
    expect(JSON.stringify([events.all, requests])).not.toContain('open-sesame');
    expect(events.all.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['message', 'run', 'browser_active', 'navigation', 'control', 'action', 'title', 'usage']),
    );
    events.close();
    await person.close();
  } finally {
    await workspace.stop();
    await model.close();
  }
});

test('a killed server has lost nothing: the run is stopped, and goes on when it is resumed', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/': '<title>Shop</title><button>Buy</button>',
    '/in': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .setHeader('set-cookie', 'who=ada; Max-Age=3600')
        .end('<title>In</title><script>localStorage.theme = "dark"</script>'),
    '/who': (request, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>${request.headers.cookie ?? 'nobody'}</title>`),
    '/report.csv': (_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename="report.csv"').end('lamp,3\n'),
  });
  let hang = () => {};
  const hanging = new Promise<void>((resolve) => {
    hang = resolve;
  });
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_wait_for', { text: 'never', timeout: '60s' }]],
    (messages) => {
      hang();
      return `I had seen ${messages.filter(({ role }) => role === 'tool').length} results.`;
    },
  ]);
  const before = await Workspace.start(home, modelAt(model.baseURL));
  const { agent, session, path } = await before.begin('Shopper');
  const call = (workspace: Workspace, name: string, input: object) =>
    workspace.ask('POST', `${path}/tools/${name}`, input);
  await call(before, 'browser_navigate', { url: `${site.origin}/in` });
  await call(before, 'browser_navigate', { url: `${site.origin}/report.csv` });
  await before.ask('POST', `/agents/${agent}/states`, { name: 'signed in' });
  await before.ask('PUT', '/settings', { stepLimit: 7 });
  const stream = `${before.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream`;
  const person = await LiveClient.live(stream, before.server.token ?? '');
  await person.take();
  await person.giveBack();
  const events = await before.events(path);
  await before.ask('POST', `${path}/messages`, { text: 'Look around' });
  const isWaiting = (part: object) => 'name' in part && part.name === 'browser_wait_for';
  await events.next('message', ({ message }) => message.parts.some(isWaiting));
  await before.kill();

  const after = await Workspace.start(home, modelAt(model.baseURL));
  try {
    const state = await after.state(path);
    expect(state).toMatchObject({
      session: {
        title: 'Look around',
        run: { state: 'stopped', note: expect.stringContaining('The tabs of its browser are closed.') },
      },
      messages: [
        { role: 'user' },
        {
          role: 'agent',
          parts: [
            { name: 'browser_navigate', state: 'done' },
            {
              name: 'browser_wait_for',
              state: 'failed',
              error: { code: 'cancelled', hint: expect.stringContaining('The tabs of its browser are closed.') },
            },
          ],
        },
      ],
    });
    expect(await after.ask('POST', `${path}/resume`)).toMatchObject({ status: 202 });
    await hanging;
    await after.until(agent, session, 'idle');
    const { messages } = await after.state(path);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'I had seen 2 results.' }]);
    expect((await after.ask('GET', `${path}/recording`)).body).toMatchObject([
      { tool: 'browser_navigate', url: `${site.origin}/in` },
      { tool: 'browser_navigate', outcome: expect.stringContaining('report.csv') },
      { tool: 'person' },
      { tool: 'browser_navigate', url: `${site.origin}/` },
    ]);
    expect((await after.ask('GET', '/agents')).body).toMatchObject([{ slug: agent, name: 'Shopper' }]);
    expect((await after.ask('GET', `/agents/${agent}/sessions`)).body).toMatchObject([{ id: session }]);
    expect((await after.ask('GET', '/config')).body).toMatchObject({ model: { stepLimit: 7 } });
    const { body: files } = await after.ask('GET', `${path}/files`);
    expect(files).toMatchObject([{ mimeType: 'text/csv', size: 7 }]);
    expect((await after.ask('GET', `${path}/files/${files[0].name}`)).body).toBe('lamp,3\n');
    // The profile still has the login, and so has the state.
    const isSignedIn = { body: { page: { title: 'who=ada' } } };
    expect(await call(after, 'browser_navigate', { url: `${site.origin}/who` })).toMatchObject(isSignedIn);
    const theme = await call(after, 'browser_evaluate', { script: 'localStorage.theme' });
    expect(theme.body.data.value).toBe('"dark"');
    expect(await after.ask('POST', `/agents/${agent}/states/signed%20in/restore`, {})).toMatchObject({ status: 204 });
    expect(await call(after, 'browser_navigate', { url: `${site.origin}/who` })).toMatchObject(isSignedIn);
  } finally {
    await after.stop();
    await model.close();
  }
});

test('a run can be stopped, and ends at its step limit', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title>' });
  const look: [string, object][] = [['browser_snapshot', {}]];
  const model = await serveScriptedModel([
    [['browser_navigate', { url: site.origin }]],
    [['browser_wait_for', { text: 'never', timeout: '60s' }]],
    look,
    look,
    look,
    'Done.',
  ]);
  const workspace = await Workspace.start(home, modelAt(model.baseURL));
  try {
    const { agent, session, path } = await workspace.begin('Walker');
    const events = await workspace.events(path);
    await workspace.ask('POST', `${path}/messages`, { text: 'Go' });
    const isWaiting = (part: object) => 'name' in part && part.name === 'browser_wait_for';
    await events.next('message', ({ message }) => message.parts.some(isWaiting));
    expect(await workspace.ask('POST', `${path}/stop`)).toMatchObject({ status: 204 });
    const { run } = await workspace.until(agent, session, 'stopped');
    expect(run).toEqual({ state: 'stopped' });
    expect(await workspace.ask('PUT', '/settings', { stepLimit: 2 })).toMatchObject({ body: { stepLimit: 2 } });
    await workspace.ask('POST', `${path}/resume`);
    expect(await workspace.until(agent, session, 'limit')).toMatchObject({ run: { stepLimit: 2 } });
    events.close();
  } finally {
    await workspace.stop();
    await model.close();
  }
});

test('without a model it says what is missing, and the tools work by hand', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title><button>Buy</button>' });
  const workspace = await Workspace.start(home);
  try {
    const { path, agent } = await workspace.begin('Hands');
    const { body: config } = await workspace.ask('GET', '/config');
    expect(config).toMatchObject({ auth: true, model: { provider: null, hasKey: false, missing: expect.any(String) } });
    expect(await workspace.ask('POST', `${path}/messages`, { text: 'Hello' })).toMatchObject({
      status: 501,
      body: { error: { message: config.model.missing } },
    });
    const events = await workspace.events(path);
    await workspace.ask('POST', `${path}/tools/browser_navigate`, { url: site.origin });
    const clicked = await workspace.ask('POST', `${path}/tools/browser_click`, { selector: 'button' });
    expect(clicked).toMatchObject({
      status: 200,
      body: { success: true, data: { acted: { element: 'button "Buy"' } } },
    });
    const shot = await workspace.ask('POST', `${path}/tools/browser_screenshot`, {});
    expect(shot.status).toBe(200);
    const { action } = await events.next('action', ({ action }) => action.tool === 'browser_click');
    expect(action).toMatchObject({ element: 'button "Buy"', selector: 'button', success: true });
    const { body: files } = await workspace.ask('GET', `${path}/files`);
    expect(files[0]).toMatchObject({ mimeType: 'image/png', size: expect.any(Number) });
    expect(await workspace.ask('GET', `${path}/files/..%2F..%2Fworkspace.db`)).toMatchObject({ status: 404 });
    const saved = await workspace.ask('PUT', '/settings', { provider: 'anthropic', model: 'm', key: 'sk-very-secret' });
    expect(saved.body).toMatchObject({ provider: 'anthropic', hasKey: true, missing: null });
    expect(JSON.stringify(saved.body)).not.toContain('sk-very-secret');
    expect(await workspace.ask('DELETE', `/agents/${agent}`)).toMatchObject({ status: 204 });
    expect(await workspace.ask('GET', `/agents/${agent}/sessions`)).toMatchObject({ status: 404 });
    events.close();
  } finally {
    await workspace.stop();
  }
});

test.each([[undefined], [{ kind: 'process' }]])('two agents never see each other (host %o)', async (host) => {
  using home = new TestHome();
  await using site = await servePages({
    '/': (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', site.origin);
      const name = searchParams.get('name');
      response.setHeader('content-type', 'text/html');
      if (name) response.setHeader('set-cookie', `name=${name}`);
      response.end(`<title>${request.headers.cookie ?? 'nobody'}</title><button>Hello</button>`);
    },
  });
  const workspace = await Workspace.start(home);
  try {
    const one = await workspace.begin('One', host);
    const other = await workspace.begin('Other', host);
    const events = await workspace.events(other.path);
    await events.next('state');
    const open = (path: string, query = '') =>
      workspace.ask('POST', `${path}/tools/browser_navigate`, { url: `${site.origin}/${query}` });
    expect(await open(one.path, '?name=one')).toMatchObject({ status: 200 });
    expect(await open(other.path)).toMatchObject({ body: { page: { title: 'nobody' } } });
    expect(await open(one.path)).toMatchObject({ body: { page: { title: 'name=one' } } });
    await workspace.ask('POST', `${one.path}/tools/browser_screenshot`, {});
    await workspace.ask('POST', `/agents/${one.agent}/states`, { name: 'mine' });
    const { body: files } = await workspace.ask('GET', `${one.path}/files`);
    expect(files).toHaveLength(1);
    expect((await workspace.ask('GET', `${other.path}/files`)).body).toEqual([]);

    // The ids of one, tried at the other.
    const crossed = `/agents/${other.agent}/sessions/${one.session}`;
    for (const [method, rest] of [
      ['GET', '/events'],
      ['GET', '/recording'],
      ['GET', '/files'],
      ['GET', `/files/${files[0].name}`],
      ['POST', '/tools/browser_snapshot'],
      ['POST', '/messages'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'POST' ? { text: 'Hello' } : undefined;
      expect(await workspace.ask(method, crossed + rest, body), rest).toMatchObject({ status: 404 });
    }
    expect((await workspace.ask('GET', `/agents/${other.agent}/states`)).body).toEqual([]);
    expect(await workspace.ask('POST', `/agents/${other.agent}/states/mine/restore`, {})).toMatchObject({
      status: 404,
    });
    const streamOf = (agent: string, session: string) =>
      `${workspace.server.url.replace('http', 'ws')}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const { body: link } = await workspace.ask('POST', `${one.path}/links`, { role: 'control' });
    for (const session of [one.session, other.session]) {
      await expect(LiveClient.live(streamOf(other.agent, session), link.token)).rejects.toThrow('HTTP 401');
    }
    const turnedAway = await LiveClient.live(streamOf(other.agent, one.session), workspace.server.token ?? '');
    expect(await turnedAway.next('error')).toMatchObject({ error: { code: 'browser_owned' } });
    expect(await turnedAway.closed).toMatchObject({ code: LIVE_CLOSE_CODES.noBrowser });
    // An agent elsewhere may make up an id that another agent's session has.
    const same = { sessionId: one.session };
    const otherBrowser = `/agents/${other.agent}/browser`;
    expect(await workspace.ask('POST', `${otherBrowser}/snapshot`, same)).toMatchObject({ status: 409 });
    const handOver = { sessionId: other.session, to: one.session };
    expect(await workspace.ask('POST', `${otherBrowser}/ownership/transfer`, handOver)).toMatchObject({
      status: 200,
    });
    expect(await workspace.ask('POST', `${otherBrowser}/snapshot`, same)).toMatchObject({
      body: { page: { title: 'nobody' } },
    });
    expect((await workspace.ask('GET', `${crossed}/files`)).body).toEqual([]);
    expect((await workspace.ask('GET', `${crossed}/recording`)).body).toEqual([]);
    const { body: crossedLink } = await workspace.ask('POST', `${crossed}/links`, { role: 'control' });
    await expect(LiveClient.live(streamOf(one.agent, one.session), crossedLink.token)).rejects.toThrow('HTTP 401');

    // Sessions that belong to no agent have browsers, files and resources of their own.
    const { server } = workspace;
    const outside = await server.post(`/sessions/${one.session}/tools/browser_snapshot`);
    expect(outside).toMatchObject({ body: { page: { url: 'about:blank' } } });
    expect(await server.get(`/sessions/${one.session}/files`)).toMatchObject({ body: [] });
    expect(await server.get(`/sessions/${one.session}/state`)).toMatchObject({ body: { cookies: [], storage: [] } });
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${server.token}` };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(server.mcp), { requestInit: { headers } }));
    const seen = await mcp.callTool({ name: 'browser_navigate', arguments: { url: site.origin } });
    expect(JSON.stringify(seen.content)).toContain('nobody');
    expect((await mcp.listResources()).resources).toEqual([]);
    const resource = { uri: `btcp://files/${encodeURIComponent(files[0].name)}` };
    await expect(mcp.readResource(resource)).rejects.toThrow();
    await mcp.close();
    expect(JSON.stringify(events.all)).not.toContain('name=one');

    // A second session of the same agent takes the one browser over as it is.
    const { body: second } = await workspace.ask('POST', `/agents/${one.agent}/sessions`, {});
    const path = `/agents/${one.agent}/sessions/${second.id}`;
    expect(await workspace.ask('POST', `${path}/tools/browser_snapshot`, {})).toMatchObject({
      body: { page: { title: 'name=one' } },
    });
    expect((await workspace.ask('GET', `/agents/${one.agent}/browser/status`)).body).toMatchObject({
      active: true,
      sessionId: second.id,
    });
    const viewer = await LiveClient.live(streamOf(one.agent, second.id), workspace.server.token ?? '');
    await viewer.next('hello');
    await viewer.until(() => viewer.frames.length > 0);
    await viewer.close();
    events.close();
  } finally {
    await workspace.stop();
  }
});

test('the process of an agent ends with a server that is killed', async () => {
  using home = new TestHome();
  const workspace = await Workspace.start(home);
  const { path } = await workspace.begin('Apart', { kind: 'process' });
  await workspace.ask('POST', `${path}/tools/browser_snapshot`, {});
  const profile = join(home.path, 'data', 'workspace', 'agents', 'apart', 'profile');
  expect(processesWith(profile).length).toBeGreaterThan(1);
  await workspace.kill();
  await poll(() => (processesWith(profile).length === 0 ? true : undefined));
});
