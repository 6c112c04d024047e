import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventReader } from './event-reader.ts';
import { type LiveHost, startLiveHost } from './live-host.ts';

const PAGE = `<title>Shop</title><h1>Shop</h1><label>Name <input id="name"></label>
<button onclick="document.title = 'Bought'">Buy</button><div style="height:3000px"></div>`;

let pages: PageServer;
let host: LiveHost;
beforeAll(async () => {
  pages = await servePages({ '/': PAGE, '/next': '<title>Next</title>' });
  host = await startLiveHost();
});
afterAll(async () => {
  await host.close();
  await pages.close();
});

describe('the tools under their short names', () => {
  test('open, snapshot, click, fill, scroll, wait and close answer as the live-view spec says', async () => {
    const sessionId = 'abc123';
    expect(await host.get('/browser/status')).toMatchObject({ body: { active: false, sessionId: null } });
    expect(await host.post('/browser/open', { sessionId, url: pages.origin })).toMatchObject({
      status: 200,
      body: { success: true, page: { title: 'Shop' } },
    });
    expect(await host.get('/browser/status')).toMatchObject({ body: { active: true, sessionId } });
    expect(await host.get('/browser/status?sessionId=other')).toMatchObject({ body: { active: false } });
    const { body } = await host.post('/browser/snapshot', { sessionId, interactive: true, compact: true });
    expect(body.tree).toContain('button "Buy"');
    const ref = (name: string) => body.refs.find((entry: { name: string }) => entry.name === name).ref;
    expect(ref('Buy')).toMatch(/^@e\d+$/);
    expect(await host.post('/browser/fill', { sessionId, ref: ref('Name'), value: 'hello' })).toMatchObject({
      body: { success: true, data: { acted: { value: 'hello' } } },
    });
    expect(await host.post('/browser/click', { sessionId, ref: ref('Buy') })).toMatchObject({
      body: { success: true },
    });
    expect(await host.post('/browser/scroll', { sessionId, direction: 'down', amount: 500 })).toMatchObject({
      body: { success: true, data: { moved: { y: 500 } } },
    });
    expect(await host.post('/browser/wait', { sessionId, for: 'networkidle' })).toMatchObject({
      body: { success: true },
    });
    expect(await host.post('/browser/get-text', { sessionId, selector: 'h1' })).toMatchObject({
      body: { success: true },
    });
    expect(await host.post('/browser/close', { sessionId })).toMatchObject({ body: { success: true } });
    expect(await host.get(`/browser/status?sessionId=${sessionId}`)).toMatchObject({ body: { active: false } });
  });

  test('a failure has its status, its code and the next step', async () => {
    expect(await host.post('/browser/fly')).toMatchObject({ status: 404, body: { error: { code: 'unknown_tool' } } });
    expect(await host.post('/browser/open', { sessionId: 7 })).toMatchObject({ status: 400 });
    expect(await host.post('/browser/open', [])).toMatchObject({ status: 400, body: { success: false } });
    expect(await host.post('/browser/open', { url: 'file:///etc/passwd' })).toMatchObject({
      status: 403,
      body: { success: false, error: { code: 'denied', hint: expect.any(String) } },
    });
    expect(await host.get('/browser/stream')).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('is a WebSocket') } },
    });
    expect(await host.post('/browser/ownership/release', { sessionId: 'a' })).toMatchObject({
      status: 501,
      body: { error: { code: 'unsupported' } },
    });
  });

  test('GET /openapi.json describes every route of every tool', async () => {
    const { body } = await host.get('/openapi.json');
    expect(body).toMatchObject({
      openapi: '3.1.0',
      paths: { '/browser/open': { post: { operationId: 'open_in_browser' } } },
    });
    const click = body.paths['/browser/click'].post.requestBody.content['application/json'].schema;
    expect(Object.keys(click.properties)).toContain('sessionId');
    const ids = Object.values<{ post?: { operationId?: string } }>(body.paths).flatMap(
      ({ post }) => post?.operationId ?? [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(body.paths['/sessions/{sessionId}/tools/browser_wait_for'].post.parameters).toHaveLength(1);
  });
});

describe('one browser, owned by one session', () => {
  let single: LiveHost;
  beforeAll(async () => {
    single = await startLiveHost({ ownership: 'single' });
  });
  afterAll(() => single.close());

  const open = (sessionId: string) => single.post('/browser/open', { sessionId, url: pages.origin });
  const read = async (sessionId: string) => (await single.post('/browser/snapshot', { sessionId })).status;

  test('another session sees who has it, and can ask for it, be given it, and give it up', async () => {
    const events = await EventReader.open(`${single.url}/sessions/one/events`);
    expect((await open('one')).status).toBe(200);
    expect(await open('two')).toMatchObject({
      status: 409,
      body: {
        error: { code: 'browser_owned', hint: expect.stringContaining('{"sessionId":"one","to":YOURS}') },
        owner: { active: true, sessionId: 'one' },
      },
    });
    expect((await single.delete('/sessions/two')).body.closed).toBe(false);
    const own = (verb: string, body: object) => single.post(`/browser/ownership/${verb}`, body);
    expect((await own('request', { sessionId: 'two', message: 'please' })).status).toBe(200);
    expect(await events.next('ownership_request')).toMatchObject({ from: 'two', message: 'please' });
    expect((await own('transfer', { sessionId: 'two', to: 'two' })).status).toBe(409);
    expect((await own('transfer', { sessionId: 'one', to: 'two' })).body).toMatchObject({ sessionId: 'two' });
    expect([await read('one'), await read('two')]).toEqual([409, 200]);
    expect((await own('rename', { sessionId: 'two', to: 'two-after-restart' })).body.sessionId).toBe(
      'two-after-restart',
    );
    expect([await read('two'), await read('two-after-restart')]).toEqual([409, 200]);
    expect((await own('release', { sessionId: 'two-after-restart' })).body).toMatchObject({
      active: true,
      sessionId: null,
    });
    const { body } = await single.post('/browser/snapshot', { sessionId: 'three' });
    expect(body.page.title).toBe('Shop');
    await single.post('/browser/close', { sessionId: 'three' });
    expect((await single.get('/browser/status')).body).toMatchObject({ active: false, sessionId: null });
    expect((await open('one')).status).toBe(200);
    events.close();
  });

  test('a session hears of the browser only while it is the owner', async () => {
    await single.post('/browser/close', { sessionId: 'one' });
    const [mine, theirs] = await Promise.all(
      ['mine', 'theirs'].map((id) => EventReader.open(`${single.url}/sessions/${id}/events`)),
    );
    await open('mine');
    await mine?.next('browser_active', ({ active }) => active === true);
    expect(theirs?.events.filter(({ id }) => id !== undefined)).toEqual([]);
    mine?.close();
    theirs?.close();
  });
});

describe('the events of a session', () => {
  test('are sent when they happen, without what was typed, and go on after the last that was read', async () => {
    const url = `${host.url}/sessions/evented/events`;
    const reader = await EventReader.open(url);
    expect(await reader.next('browser_active')).toEqual({ type: 'browser_active', active: false });
    const call = (action: string, input: object = {}) =>
      host.post(`/browser/${action}`, { sessionId: 'evented', ...input });
    await call('open', { url: pages.origin });
    await reader.next('browser_active', ({ active }) => active === true);
    expect(await reader.next('navigation')).toMatchObject({ tab: 't1', url: `${pages.origin}/` });
    await call('fill', { selector: '#name', value: 'top secret' });
    expect(await reader.next('tool_call', ({ name }) => name === 'browser_fill')).toMatchObject({
      arguments: { selector: '#name', value: '[redacted]' },
    });
    const filled = await reader.next('tool_result', ({ name }) => name === 'browser_fill');
    expect(filled).toMatchObject({ success: true, duration: expect.any(Number) });
    reader.close();
    await call('tabs', { action: 'new' });
    await call('click', { selector: '#missing' });
    const again = await EventReader.open(url, { 'last-event-id': String(filled.id) });
    await again.next('tool_result', ({ name, error }) => name === 'browser_click' && error === 'not_found');
    const ids = again.events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    expect(Math.min(...ids)).toBeGreaterThan(Number(filled.id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    await again.next('tab', ({ tab, change }) => tab === 't2' && change === 'opened');
    const giving = new AbortController();
    const body = JSON.stringify({ sessionId: 'evented', for: '#never' });
    const given = fetch(`${host.url}/browser/wait`, { method: 'POST', body, signal: giving.signal });
    await again.next('tool_call', ({ name }) => name === 'browser_wait');
    giving.abort();
    await expect(given).rejects.toThrow();
    await again.next('tool_result', ({ name, error }) => name === 'browser_wait' && error === 'cancelled');
    await call('close');
    await again.next('browser_active', ({ active, id }) => active === false && id !== undefined);
    expect(JSON.stringify([reader.events, again.events])).not.toContain('top secret');
    again.close();
  });
});
