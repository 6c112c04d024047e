import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStore, fleetKeys } from '@btcp/fleet';
import { chromesOf, LiveClient, type PageServer, servePages } from '@btcp/test-support';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EventReader } from '../../../packages/host/test/event-reader.ts';
import { Nats } from './fleet/nats.ts';
import { Cable, TestFleet } from './fleet/test-fleet.ts';
import { btcp, TestHome } from './run-btcp.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const PAGE = `<title>Shop</title><h1>Shop</h1><script>document.cookie ||= 'login=ann';
  document.body.append('signed in as ' + document.cookie)</script>`;

const nats = new Nats();
const fleet = new TestFleet(nats);
let site: PageServer;
beforeAll(async () => {
  await nats.start();
  site = await servePages({ '/': PAGE });
  await fleet.add('gateway');
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
  await site.close();
});

const who = { name: 'test', version: '1.0.0' };
const open = (session: string) => fleet.call(session, 'browser_navigate', { url: site.origin });
// Lets a session leave a file; returns its name and content once the store has it.
async function leaveFile(session: string): Promise<[name: string, content: Buffer]> {
  expect((await fleet.call(session, 'browser_pdf')).status).toBe(200);
  const { gateway } = fleet;
  const [file] = (await gateway.get(`/sessions/${session}/files`)).body as { name: string; size: number }[];
  const headers = { authorization: `Bearer ${gateway.token}` };
  const response = await fetch(`${gateway.url}/sessions/${session}/files/${file?.name}`, { headers });
  const content = Buffer.from(await response.arrayBuffer());
  const bus = await nats.connect();
  await vi.waitFor(async () => expect((await bus.files.status()).size).toBeGreaterThan(content.length), PATIENT);
  await bus.close();
  return [file?.name ?? '', content];
}
async function listed(headers: Record<string, string> = { authorization: `Bearer ${fleet.gateway.token}` }) {
  const response = await fetch(`${fleet.gateway.url}/sessions`, { headers });
  return ((await response.json()) as { sessions: { id: string }[] }).sessions;
}
const read = (session: string) => fleet.call(session, 'browser_snapshot');

describe('one address', () => {
  beforeAll(async () => {
    await Promise.all([fleet.add('worker', ['--fleet-labels', 'region=eu']), fleet.add('worker')]);
  });

  test('serves the tools, events, the live view, files and states of sessions on other machines', async () => {
    const { gateway } = fleet;
    const bearer = { authorization: `Bearer ${gateway.token}` };
    const events = await EventReader.open(`${gateway.url}/sessions/a/events`, bearer);
    await events.next('browser_active', ({ active }) => !active);
    expect((await fleet.status()).sessions).toEqual([]);
    expect(await open('a')).toMatchObject({ status: 200, body: { page: { url: `${site.origin}/` } } });
    await events.next('navigation');
    expect((await gateway.get('/browser/status')).body).toMatchObject({
      active: true,
      sessionId: 'a',
      sessions: ['a'],
    });
    expect((await gateway.get('/browser/status?sessionId=a')).body).toMatchObject({
      control: { holder: { kind: 'agent' } },
    });
    expect((await gateway.get('/sessions/a/state')).body).toMatchObject({ tabs: [{ url: `${site.origin}/` }] });

    const stream = `${gateway.url.replace('http', 'ws')}/browser/stream?sessionId=a`;
    const viewer = await LiveClient.live(stream, gateway.token ?? '');
    await viewer.until(() => viewer.frames.length > 0);
    await viewer.take();
    expect((await fleet.call('a', 'browser_press', { key: 'a' })).body.error?.code).toBe('control_held_by_user');
    await viewer.giveBack();
    await viewer.close();

    expect((await fleet.call('a', 'browser_pdf')).status).toBe(200);
    const files = (await gateway.get('/sessions/a/files')).body as { name: string }[];
    const file = await fetch(`${gateway.url}/sessions/a/files/${files[0]?.name}`, { headers: bearer });
    expect((await file.text()).startsWith('%PDF')).toBe(true);
    expect((await gateway.post('/browser/snapshot', { sessionId: 'a' })).body).toMatchObject({ success: true });

    const response = await fetch(`${gateway.url}/sessions/a`, { method: 'DELETE', headers: bearer });
    expect(await response.json()).toEqual({ success: true, closed: true });
    await events.next('browser_active', ({ active, id }) => !active && id !== undefined);
    events.close();
  });

  test('serves both eras of MCP', async () => {
    const { gateway } = fleet;
    const first = new FirstClient(who);
    const modern = new Client(who, { versionNegotiation: { mode: 'auto' } });
    const headers = { authorization: `Bearer ${gateway.token}` };
    const request = { requestInit: { headers } };
    await first.connect(new FirstHttpTransport(new URL(gateway.mcp), request) as Parameters<FirstClient['connect']>[0]);
    await modern.connect(
      new StreamableHTTPClientTransport(new URL(gateway.mcp), {
        requestInit: { headers: { ...headers, 'btcp-session': 'modern' } },
      }),
    );
    const navigate = { name: 'browser_navigate', arguments: { url: site.origin } };
    expect((await first.callTool(navigate)).isError ?? false).toBe(false);
    expect((await modern.callTool(navigate)).isError ?? false).toBe(false);
    await Promise.all([first.callTool({ name: 'browser_close' }), modern.callTool({ name: 'browser_close' })]);
    await Promise.all([first.close(), modern.close()]);
  });

  test('places a session where its labels are, and nowhere without them', async () => {
    const placed = await fleet.call('eu', 'browser_snapshot', {}, { 'btcp-labels': 'region=eu' });
    expect(placed.status).toBe(200);
    const { workers, sessions } = await fleet.status();
    const worker = sessions.find(({ session }) => session === 'eu')?.worker;
    expect(workers.find(({ id }) => id === worker)).toMatchObject({ labels: { region: 'eu' } });
    await fleet.call('eu', 'browser_close');
  });

  test('a worker serves nothing that no gateway has signed (T25)', async () => {
    await open('signed');
    const worker = await fleet.ownerOf('signed');
    const plain = await worker.post('/sessions/signed/tools/browser_snapshot');
    expect(plain).toMatchObject({ status: 403, body: { error: { code: 'denied' } } });
    const forged = await fetch(`${worker.url}/sessions/signed/tools/browser_snapshot`, {
      method: 'POST',
      headers: { authorization: `Bearer ${worker.token}`, 'btcp-fleet': 'WyJzaWduZWQiLDEsMV0.forged' },
    });
    expect(forged.status).toBe(401);
    const stream = `${worker.url.replace('http', 'ws')}/browser/stream?sessionId=signed`;
    await expect(LiveClient.live(stream, worker.token ?? '')).rejects.toThrow();
    // The header of a client never reaches a worker.
    expect(await fleet.call('signed', 'browser_snapshot', {}, { 'btcp-fleet': 'forged' })).toMatchObject({
      status: 200,
    });
    await fleet.call('signed', 'browser_close');
  });

  test('members keep to their sessions, tools and hosts on every worker', async () => {
    const { host } = new URL(site.origin);
    const ann = await fleet.createToken(
      'ann',
      '--only-hosts',
      host,
      '--only-tools',
      'seeing,browser_navigate,browser_close',
    );
    expect((await fleet.call('shop', 'browser_navigate', { url: site.origin }, ann)).status).toBe(200);
    // Those of the tests before are given up within a second.
    await vi.waitFor(async () => {
      expect((await fleet.status()).sessions).toMatchObject([
        { session: expect.stringMatching(/^ann.*~shop$/), user: expect.stringMatching(/^ann/) },
      ]);
    }, PATIENT);
    const denied = await fleet.call('shop', 'browser_navigate', { url: 'http://localhost:4799/' }, ann);
    expect(denied.body.error?.message).toContain('the scope of the token');
    const tool = await fleet.call('shop', 'browser_evaluate', { script: '1' }, ann);
    expect(tool.body.error?.message).toContain('outside the scope of this token');
    expect((await fleet.call('shop', 'browser_close', {}, ann)).status).toBe(200);
  });

  test('lists the sessions of all workers, each to those who may see it, and follows, pictures and names them', async () => {
    const bearer = { authorization: `Bearer ${fleet.gateway.token}` };
    const bob = await fleet.createToken('bob');
    const feed = await EventReader.open(`${fleet.gateway.url}/sessions/events`, bearer);
    const ofBob = await EventReader.open(`${fleet.gateway.url}/sessions/events`, bob);
    const labels = { 'btcp-labels': 'region=eu' };
    await fleet.call('seen', 'browser_navigate', { url: site.origin }, { ...labels, 'btcp-client': 'shopper' });
    await fleet.call('own', 'browser_navigate', { url: site.origin }, { ...bob, 'btcp-client': 'helper' });
    const page = { title: 'Shop', url: `${site.origin}/` };
    const { host } = new URL(site.origin);
    const seen = { id: 'seen', name: `shopper · ${host}`, caller: { kind: 'http', name: 'shopper' }, page };
    const own = { id: 'bob~own', caller: { kind: 'http', name: 'helper', owner: 'bob' }, page };
    const rest = { hasBrowser: true, driver: { kind: 'agent' }, since: expect.any(Number) };
    await vi.waitFor(async () => {
      const all = await listed();
      for (const session of [seen, own]) expect(all).toContainEqual(expect.objectContaining({ ...session, ...rest }));
    }, PATIENT);
    expect(await listed(bob)).toMatchObject([own]);
    await feed.next('session', ({ session }) => session.id === 'seen' && session.page?.title === 'Shop');
    await ofBob.next('session', ({ session }) => session.id === 'bob~own');
    expect(JSON.stringify(ofBob.events)).not.toContain('shopper');

    const at = (path: string, init: RequestInit = {}) =>
      fetch(`${fleet.gateway.url}/sessions/${path}`, { ...init, headers: { ...bearer, ...init.headers } });
    await vi.waitFor(async () => {
      const picture = await at('seen/picture');
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(500);
    }, PATIENT);
    const hidden = await at('seen/picture', { headers: bob });
    expect(hidden.status).toBeGreaterThanOrEqual(400);
    const body = JSON.stringify({ name: 'Monthly report' });
    const json = { 'content-type': 'application/json' };
    expect((await at('seen', { method: 'PATCH', headers: json, body })).status).toBe(200);
    await feed.next('session', ({ session }) => session.name === 'Monthly report');
    using home = new TestHome();
    const { stdout } = await btcp(home, ['sessions', '--url', fleet.gateway.url, '--token', fleet.gateway.token ?? '']);
    expect(stdout).toContain('Monthly report');

    expect((await at('seen', { method: 'DELETE' })).status).toBe(200);
    await feed.next('session_gone', ({ id }) => id === 'seen');
    const ids = (await listed()).map(({ id }) => id);
    expect(ids).toContain('bob~own');
    expect(ids).not.toContain('seen');
    expect((await at('seen/picture')).status).toBe(404);
    await fleet.call('own', 'browser_close', {}, bob);
    await ofBob.next('session_gone', ({ id }) => id === 'bob~own');
    feed.close();
    ofBob.close();
  });

  test('btcp fleet status lists the workers', async () => {
    using home = new TestHome();
    const { code, stdout } = await btcp(home, [
      'fleet',
      'status',
      '--url',
      fleet.gateway.url,
      '--token',
      fleet.gateway.token ?? '',
    ]);
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(5);
    expect(stdout).toContain('region=eu');
  });
});

describe('faults', () => {
  test('a worker is killed: the call under way is lost, the next one finds the page and the login elsewhere', async () => {
    const labels = { 'btcp-labels': 'region=eu' };
    await fleet.call('killed', 'browser_navigate', { url: site.origin }, labels);
    await fleet.saved('killed');
    const owner = await fleet.ownerOf('killed');
    const events = await EventReader.open(`${fleet.gateway.url}/sessions/killed/events`, {
      authorization: `Bearer ${fleet.gateway.token}`,
    });
    const client = new FirstClient(who);
    const headers = { authorization: `Bearer ${fleet.gateway.token}`, ...labels };
    const transport = new FirstHttpTransport(new URL(fleet.gateway.mcp), { requestInit: { headers } });
    await client.connect(transport as Parameters<FirstClient['connect']>[0]);
    await client.callTool({ name: 'browser_navigate', arguments: { url: site.origin } });
    const [pdf = '', made] = await leaveFile('killed');
    const waiting = fleet.call('killed', 'browser_wait_for', { text: 'never there', timeout: '30s' });
    await events.next('tool_call', ({ name }) => name === 'browser_wait_for');
    await fleet.end(owner, 'SIGKILL');
    expect((await waiting).body.error).toMatchObject({ code: 'browser_lost' });
    // What it has left is there before anything is restored, at any gateway.
    expect((await fleet.gateway.get('/sessions/killed/files')).body).toMatchObject([
      { name: pdf, mimeType: 'application/pdf' },
    ]);
    const kept = await fetch(`${fleet.gateway.url}/sessions/killed/files/${pdf}`, {
      headers: { authorization: `Bearer ${fleet.gateway.token}` },
    });
    expect(kept.headers.get('content-disposition')).toBe('attachment');
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(made);
    // Listed are the sessions that a worker has: nobody has asked for this one since.
    const hasMcp = async () => (await listed()).some(({ id }) => id.startsWith('mcp:'));
    await vi.waitFor(async () => expect(await hasMcp()).toBe(false), PATIENT);
    const next = await read('killed');
    expect(next).toMatchObject({ status: 200, body: { page: { url: `${site.origin}/`, restored: true } } });
    expect(next.body.text).toContain('signed in as login=ann');
    expect(next.body.text).toContain('restored after the browser was lost');
    await events.next('restored');
    events.close();
    // The session of MCP (2025) began on the worker that is gone.
    await fleet.add('worker', ['--fleet-labels', 'region=eu']);
    expect((await client.callTool({ name: 'browser_snapshot' })).isError ?? false).toBe(false);
    await vi.waitFor(async () => expect(await hasMcp()).toBe(true), PATIENT);
    await client.callTool({ name: 'browser_close' });
    await client.close();
  });

  test('a worker is stopped for longer than its lease: the session moves, and the worker closes what it had', async () => {
    await open('stopped');
    await fleet.saved('stopped');
    const owner = await fleet.ownerOf('stopped');
    owner.process.kill('SIGSTOP');
    // Nobody knows whether it has done this one.
    expect((await read('stopped')).body.error).toMatchObject({ code: 'browser_lost' });
    expect(await read('stopped')).toMatchObject({ status: 200, body: { page: { restored: true } } });
    expect((await fleet.ownerOf('stopped')).url).not.toBe(owner.url);
    const before = chromesOf(owner.process.pid).length;
    owner.process.kill('SIGCONT');
    await vi.waitFor(() => expect(chromesOf(owner.process.pid).length).toBeLessThan(before), PATIENT);
    expect((await read('stopped')).status).toBe(200);
    // It is a worker like the others again.
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
  });

  test('a worker is cut off from NATS: it serves nothing, its session moves, and it comes back', async () => {
    await using cable = await Cable.to(nats.port);
    const worker = await fleet.add('worker', ['--fleet-labels', 'cable=yes'], cable.url);
    const labels = { 'btcp-labels': 'cable=yes' };
    expect((await fleet.call('cut', 'browser_navigate', { url: site.origin }, labels)).status).toBe(200);
    expect((await fleet.ownerOf('cut')).url).toBe(worker.url);
    await fleet.saved('cut');
    cable.cut();
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
    // Without the label, so that another may take it.
    const moved = await read('cut');
    expect(moved).toMatchObject({ status: 200, body: { page: { restored: true } } });
    expect((await fleet.ownerOf('cut')).url).not.toBe(worker.url);
    cable.join();
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(3), PATIENT);
    await vi.waitFor(() => expect(chromesOf(worker.process.pid)).toEqual([]), PATIENT);
    expect((await read('cut')).status).toBe(200);
    await fleet.end(worker);
  });

  test('NATS is away: calls learn when to retry, and go on in the same browser', async () => {
    await open('away');
    const owner = await fleet.ownerOf('away');
    await fleet.call('away', 'browser_evaluate', { script: 'window.kept = "the same"' });
    await nats.stop();
    await vi.waitFor(async () => {
      const refused = await fleet.call('new', 'browser_snapshot');
      expect(refused).toMatchObject({ status: 429, retryAfter: '2', body: { error: { code: 'busy' } } });
    }, PATIENT);
    // Its worker has lost the lease by then.
    await vi.waitFor(async () => expect(await read('away')).toMatchObject({ status: 429, retryAfter: '2' }), PATIENT);
    await nats.start();
    await vi.waitFor(async () => {
      const { body } = await fleet.call('away', 'browser_evaluate', { script: 'window.kept' });
      expect(body.data).toMatchObject({ value: '"the same"' });
    }, PATIENT);
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
    expect((await fleet.ownerOf('away')).url).toBe(owner.url);
  });

  test('a worker drains on SIGTERM: calls go on without a bad answer, and it ends with 0', async () => {
    expect((await open('drained')).status).toBe(200);
    const owner = await fleet.ownerOf('drained');
    const ended = fleet.end(owner);
    const answers: number[] = [];
    let isEnded = false;
    void ended.then(() => (isEnded = true));
    while (!isEnded) answers.push((await read('drained')).status);
    answers.push((await read('drained')).status);
    expect(await ended).toBe(0);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await read('drained')).body.text).toContain('signed in as login=ann');
  });
});

describe('files', () => {
  test('are stored within quotas, encrypted, and go with their session', async () => {
    const bus = await nats.connect();
    const keyOf = fleetKeys('the key of this test, which is long enough').session;
    const quota = { session: 1_000_000, total: (await bus.files.status()).size + 1_500_000 };
    const store = new FileStore({ objects: bus.files, index: bus.fileIndex, keyOf, quota });
    const content = Buffer.from('words of the page '.repeat(40_000));
    const file = { name: 'a file.txt', mimeType: 'text/plain', size: content.length };
    const save = (session: string) => store.save(session, file, Readable.from([content]));
    try {
      expect(await save('kept')).toBeUndefined();
      expect(await store.list('kept')).toEqual([file]);
      const found = await store.open('kept', file.name);
      expect(Buffer.concat((await found?.content.toArray()) ?? [])).toEqual(content);
      // In its own place it counts once.
      expect(await save('kept')).toBeUndefined();
      const second = { ...file, name: 'second.txt' };
      expect(await store.save('kept', second, Readable.from([content]))).toBe('session quota');
      expect(await save('other')).toBeUndefined();
      expect(await save('third')).toBe('fleet quota');
      const stored = (await bus.files.list()).find(({ size }) => size > content.length);
      const raw = Buffer.from((await bus.files.getBlob(stored?.name ?? '')) ?? []);
      expect(raw).toHaveLength(stored?.size ?? 0);
      expect(raw.includes('words of the page')).toBe(false);
      const thief = new FileStore({ objects: bus.files, index: bus.fileIndex, keyOf: () => randomBytes(32), quota });
      await expect(thief.list('kept')).rejects.toThrow();
      await store.removeAll('kept');
      expect(await store.list('kept')).toEqual([]);
      expect(await store.open('kept', file.name)).toBeUndefined();
      expect(await store.list('other')).toEqual([file]);
    } finally {
      await bus.close();
    }
  });
});

describe('a full fleet', () => {
  test('reports the place in the queue, and gives a free slot to the next in the queue', async () => {
    await using other = new Nats();
    await other.start();
    await using small = new TestFleet(other);
    const gateway = await small.add('gateway');
    await small.add('worker', ['--max-sessions', '1']);
    await vi.waitFor(async () => expect((await small.status()).workers).toHaveLength(1), PATIENT);
    expect((await small.call('first', 'browser_snapshot')).status).toBe(200);
    const full = await small.call('second', 'browser_snapshot');
    expect(full).toMatchObject({ status: 429, retryAfter: '5', body: { error: { code: 'busy' } } });
    expect(full.body.error?.message).toMatch(/^The fleet is full: place 1 of \d in the queue\.$/);
    const metrics = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${gateway.token}` } });
    expect(await metrics.text()).toMatch(/^btcp_fleet_slots_wanted [2-9]$/m);
    const waiting = small.call('second', 'browser_snapshot');
    await gateway.post('/sessions/first/tools/browser_close');
    await vi.waitFor(async () => expect((await small.call('second', 'browser_snapshot')).status).toBe(200), PATIENT);
    await waiting;
  });
});
