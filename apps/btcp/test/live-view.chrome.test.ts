import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

let site: PageServer;

beforeAll(async () => {
  site = await servePages({
    '/in': (_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .setHeader('set-cookie', 'who=ada; Max-Age=3600')
        .end('<title>In</title>'),
    '/who': (request, response) =>
      response.setHeader('content-type', 'text/html').end(`<title>${request.headers.cookie ?? 'nobody'}</title>`),
  });
});
afterAll(() => site.close());

async function end(server: RunningServer): Promise<void> {
  await server.stop();
}

describe('POST /browser/open', () => {
  const open = (server: RunningServer, sessionId: string, path: string) =>
    server.post('/browser/open', { sessionId, url: site.origin + path });

  test('keeps logins in the default profile, for later sessions and later servers', async () => {
    using home = new TestHome();
    const first = await serve(home);
    try {
      expect(await open(first, 'one', '/in')).toMatchObject({ body: { success: true, profile: 'default' } });
      // It has one browser at a time, and a session that finds it in use shares nothing.
      expect(await open(first, 'two', '/who')).toMatchObject({
        body: { success: true, profile: 'temporary', page: { title: 'nobody' } },
      });
      await first.post('/browser/close', { sessionId: 'one' });
      const elsewhere = await first.post('/sessions/three/tools/browser_navigate', { url: `${site.origin}/who` });
      expect(elsewhere).toMatchObject({ body: { page: { title: 'nobody' } } });
      expect(await open(first, 'four', '/who')).toMatchObject({
        body: { profile: 'default', page: { title: 'who=ada' } },
      });
    } finally {
      await end(first);
    }
    const second = await serve(home);
    try {
      expect(await open(second, 'five', '/who')).toMatchObject({ body: { page: { title: 'who=ada' } } });
    } finally {
      await end(second);
    }
  });

  test('--profile temporary keeps nothing, and --ownership single keeps it for every session', async () => {
    using home = new TestHome();
    const temporary = await serve(home, ['--profile', 'temporary']);
    try {
      expect(await open(temporary, 'one', '/in')).toMatchObject({ body: { profile: 'temporary' } });
      await temporary.post('/browser/close', { sessionId: 'one' });
      expect(await open(temporary, 'one', '/who')).toMatchObject({ body: { page: { title: 'nobody' } } });
    } finally {
      await end(temporary);
    }
    const single = await serve(home, ['--ownership', 'single']);
    try {
      const input = { url: `${site.origin}/in` };
      expect(await single.post('/sessions/one/tools/browser_navigate', input)).toMatchObject({ status: 200 });
      await single.post('/browser/close', { sessionId: 'one' });
      expect(await open(single, 'two', '/who')).toMatchObject({
        body: { profile: 'default', page: { title: 'who=ada' } },
      });
    } finally {
      await end(single);
    }
  });
});

describe('/api/agents/:slug/browser', () => {
  const home = new TestHome();
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await Workspace.start(home);
  });
  afterAll(async () => {
    await workspace.stop();
    home[Symbol.dispose]();
  });

  test.each([{ kind: 'local' }, { kind: 'process' }])('belongs to the session that opened it: $kind', async (host) => {
    const { agent } = await workspace.begin('Shared', host);
    const browser = `/agents/${agent}/browser`;
    const act = (action: string, sessionId: string, input: object = {}) =>
      workspace.ask('POST', `${browser}/${action}`, { sessionId, ...input });
    expect(await act('open', 'one', { url: `${site.origin}/in` })).toMatchObject({ status: 200 });
    for (const action of ['open', 'snapshot', 'close']) {
      const refused = await act(action, 'two', action === 'open' ? { url: `${site.origin}/who` } : {});
      expect(refused, action).toMatchObject({
        status: 409,
        body: {
          error: { code: 'browser_owned', message: 'The browser is owned by session "Session one".' },
          owner: { active: true, sessionId: 'one' },
        },
      });
      // What to do next, as it can be called.
      expect(refused.body.error.hint).toContain(`POST /api${browser}/close {"sessionId":"one"}`);
      expect(refused.body.error.hint).toContain(
        `POST /api${browser}/ownership/transfer {"sessionId":"one","to":"two"}`,
      );
    }
    expect(await act('snapshot', 'one')).toMatchObject({ body: { page: { title: 'In' } } });
    expect(await act('ownership/transfer', 'nobody', { to: 'two' })).toMatchObject({ status: 409 });
    expect(await act('ownership/transfer', 'one')).toMatchObject({ status: 400 });
    expect(await act('ownership/transfer', 'one', { to: 'two' })).toMatchObject({
      body: { success: true, active: true, sessionId: 'two' },
    });
    expect(await act('snapshot', 'two')).toMatchObject({ body: { page: { title: 'In' } } });
    expect(await act('snapshot', 'one')).toMatchObject({ status: 409 });
    // A closed browser belongs to nobody.
    expect(await act('close', 'two')).toMatchObject({ status: 200 });
    expect(await act('open', 'one', { url: `${site.origin}/who` })).toMatchObject({
      body: { page: { title: 'who=ada' } },
    });
  });
});
