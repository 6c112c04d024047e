import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findProgram } from '../../../scripts/proxies.mjs';
import { HeldModel } from './postgres/held-model.ts';
import { PASSWORD, TestPostgres } from './postgres/test-postgres.ts';
import { btcp, TestHome } from './run-btcp.ts';
import { type Events, Workspace } from './workspace-client.ts';

const openssl = findProgram('openssl');
const PATIENT = { timeout: 60_000, interval: 100 };

const postgres = new TestPostgres();
let model: HeldModel;
let homes: TestHome[] = [];
let running: Workspace[] = [];
let count = 0;
beforeAll(async () => {
  await postgres.start();
  model = await HeldModel.start();
});
afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});
let database: string;
beforeEach(() => {
  database = `served${++count}`;
  postgres.create(database);
});
afterEach(async () => {
  model.release();
  for (const { server } of running) server.process.kill('SIGCONT');
  await Promise.all(running.map((workspace) => workspace.stop()));
  for (const home of homes) home[Symbol.dispose]();
  [running, homes] = [[], []];
});

// A server with a home of its own, as on another machine.
async function start(environment: NodeJS.ProcessEnv = {}): Promise<Workspace> {
  const home = new TestHome();
  homes.push(home);
  const given = { BTCP_DATABASE: postgres.url(database), ...model.environment, ...environment };
  const workspace = await Workspace.start(home, given);
  running.push(workspace);
  return workspace;
}

async function kill(workspace: Workspace): Promise<void> {
  running = running.filter((each) => each !== workspace);
  await workspace.kill();
}

const post = (workspace: Workspace, path: string, text: string) =>
  workspace.ask('POST', `${path}/messages`, { text }).then(
    ({ status, body }) => (status === 202 ? (body.message.id as string) : undefined),
    () => undefined,
  );

// The messages of people, in the order in which they were shown.
const shownIn = (events: Events) =>
  events.all.flatMap((event) => (event.type === 'message' && event.message.role === 'user' ? event.message.id : []));

describe('two servers on one database', () => {
  test('take messages through both, lose none when one is killed, and show each to everybody once and in order', async () => {
    const [one, other] = [await start(), await start()];
    const { agent, session, path } = await one.begin('Ann');
    const [here, there] = [await one.events(path), await other.events(path)];
    const post10 = async (workspace: Workspace) => {
      const ids: (string | undefined)[] = [];
      for (let number = 0; number < 10; number++) ids.push(await post(workspace, path, `message ${number}`));
      return ids;
    };
    const sent = (await Promise.all([one, other, one, other].map(post10))).flat();
    expect(sent).not.toContain(undefined);
    await vi.waitFor(() => expect([shownIn(here).length, shownIn(there).length]).toEqual([40, 40]), PATIENT);
    await other.until(agent, session, 'idle');
    const kept = (await other.state(path)).messages.filter(({ role }) => role === 'user').map(({ id }) => id);
    expect([...kept].sort()).toEqual([...sent].sort());
    expect(shownIn(here)).toEqual(kept);
    expect(shownIn(there)).toEqual(kept);

    model.isHolding = true;
    model.asked.length = 0;
    const acknowledged = [await post(one, path, 'a long task')];
    await vi.waitFor(() => expect(model.heldCount).toBe(1), PATIENT);
    acknowledged.push(await post(other, path, 'and this'));
    let isOver = false;
    const posting = [one, other].map(async (workspace) => {
      for (let number = 0; !isOver; number++) acknowledged.push(await post(workspace, path, `late ${number}`));
    });
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10), PATIENT);
    await kill(one);
    // Later ones would be read by a new run.
    isOver = true;
    await Promise.all(posting);
    const stopped = await other.until(agent, session, 'stopped');
    expect(stopped.run).toEqual({
      state: 'stopped',
      note: 'The server that ran the agent ended. The tabs of its browser are closed.',
    });
    expect(model.asked).toHaveLength(1);
    const after = await other.state(path);
    const all = after.messages.filter(({ role }) => role === 'user').map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining(acknowledged.filter((id) => id !== undefined)));
    expect(new Set(all).size).toBe(all.length);

    model.release();
    await other.ask('POST', `${path}/resume`);
    await other.until(agent, session, 'idle');
    expect(model.asked.at(-1)).toContain('and this');
    await vi.waitFor(() => expect(shownIn(there)).toEqual(all), PATIENT);
    here.close();
    there.close();
  });

  test('a run on one server is followed and stopped through the other, and is never there twice', async () => {
    const [one, other] = [await start(), await start()];
    const { agent, session, path } = await one.begin('Ann');
    const there = await other.events(path);
    model.isHolding = true;
    model.asked.length = 0;
    await post(one, path, 'begin');
    const { message } = await there.next('message', ({ message }) => message.role === 'agent');
    expect(message.parts).toEqual([{ type: 'text', text: 'Working' }]);
    expect((await other.ask('POST', `${path}/resume`)).body).toMatchObject({ error: { code: 'busy' } });
    expect(await other.ask('POST', `${path}/stop`)).toMatchObject({ status: 204 });
    expect((await one.until(agent, session, 'stopped')).run).toEqual({ state: 'stopped' });
    await vi.waitFor(() => expect(model.heldCount).toBe(0), PATIENT);
    expect(model.asked).toHaveLength(1);
    model.release();
    await post(other, path, 'go on');
    await there.next('run', ({ run }) => run.state === 'idle');
    const texts = (await one.state(path)).messages.map(({ parts }) => parts);
    expect(texts).toMatchObject([
      [{ text: 'begin' }],
      [{ text: 'Working' }],
      [{ text: 'go on' }],
      [{ text: 'Working, done.' }],
    ]);
    there.close();
  });

  test('a server that was stopped for a while does not go on with what another one has taken', async () => {
    const [one, other] = [await start(), await start()];
    const { agent, session, path } = await one.begin('Ann');
    const there = await other.events(path);
    model.isHolding = true;
    await post(one, path, 'begin');
    await there.next('message', ({ message }) => message.role === 'agent');
    there.close();
    one.server.process.kill('SIGSTOP');
    await other.until(agent, session, 'stopped');
    model.isHolding = true;
    await other.ask('POST', `${path}/resume`);
    await vi.waitFor(() => expect(model.heldCount).toBe(2), PATIENT);
    one.server.process.kill('SIGCONT');
    await vi.waitFor(() => expect(model.heldCount).toBe(1), PATIENT);
    expect((await other.state(path)).session.run.state).toBe('running');
    model.release();
    await other.until(agent, session, 'idle');
    const { messages } = await one.state(path);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'agent', 'agent']);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Working, done.' }]);
  });
});

test('a server that stands still in the middle of a change does not keep the others from the session', async () => {
  const [one, other] = [await start(), await start()];
  const { path } = await one.begin('Ann');
  postgres.sql(
    database,
    `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.body LIKE '%linger%' THEN PERFORM pg_advisory_xact_lock(7); END IF; RETURN NEW; END $$;
     CREATE TRIGGER linger AFTER INSERT ON parts FOR EACH ROW EXECUTE FUNCTION linger();`,
  );
  const held = await postgres.hold(database, 'SELECT pg_advisory_lock(7)');
  const cut = post(one, path, 'linger');
  const waiting = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await vi.waitFor(() => expect(postgres.sql(database, waiting)).toBe('1'), { ...PATIENT, interval: 10 });
  one.server.process.kill('SIGSTOP');
  await held[Symbol.asyncDispose]();
  await vi.waitFor(async () => expect(await post(other, path, 'go on')).toEqual(expect.any(String)), PATIENT);
  one.server.process.kill('SIGCONT');
  await cut;
  const texts = (await one.state(path)).messages.filter(({ role }) => role === 'user').map(({ parts }) => parts);
  expect(texts).toEqual([[{ type: 'text', text: 'go on' }]]);
});

describe('a database that is away', () => {
  test('is reported with when to try again, and everything goes on by itself when it is back', async () => {
    const workspace = await start({ BTCP_LOG_LEVEL: 'debug' });
    const { path } = await workspace.begin('Ann');
    const events = await workspace.events(path);
    await events.next('state');
    const ready = () => fetch(`${workspace.server.url}/ready`).then(({ status }) => status);
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENT);
    await postgres.stop(true);
    const { url, token } = workspace.server;
    const response = await fetch(`${url}/api/agents`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'unavailable' } });
    await vi.waitFor(async () => expect(await ready()).toBe(503), PATIENT);
    await postgres.start();
    await vi.waitFor(async () => expect((await workspace.ask('GET', '/agents')).status).toBe(200), PATIENT);
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENT);
    await workspace.ask('PATCH', path, { title: 'Back again' });
    await events.next('title', ({ title }) => title === 'Back again');
    expect(workspace.server.log).not.toContain(PASSWORD);
    events.close();
  });

  test('is waited for at the start', async () => {
    await postgres.stop();
    const workspace = await start();
    expect((await workspace.ask('GET', '/agents')).status).toBe(503);
    await postgres.start();
    await vi.waitFor(async () => expect((await workspace.ask('GET', '/agents')).status).toBe(200), PATIENT);
    await vi.waitFor(() => expect(workspace.server.log).toContain('does not answer'), PATIENT);
    expect(workspace.server.log).not.toContain(PASSWORD);
  });
});

test('the password is shown nowhere, and what is wrong is said', async () => {
  using home = new TestHome();
  const BTCP_DATABASE = postgres.url(database);
  const config = await btcp(home, ['config'], { BTCP_DATABASE });
  expect(config.stdout).toContain('BTCP_DATABASE');
  expect(config.stdout + config.stderr).not.toContain(PASSWORD);
  const copied = await btcp(home, ['database', 'copy'], {
    BTCP_DATABASE: BTCP_DATABASE.replace(PASSWORD, 'wrong-word'),
  });
  expect(copied.stderr).toContain('password authentication failed');
  expect(copied.stderr).not.toContain('wrong-word');
  for (const wrong of [`mysql://a:${PASSWORD}@b/c`, PASSWORD, `${BTCP_DATABASE}?sslmode=prefer`]) {
    const { code, stderr } = await btcp(home, ['serve', '--port', '0'], { BTCP_DATABASE: wrong });
    expect(code).not.toBe(0);
    expect(stderr).toContain('--database');
    expect(stderr).not.toContain(PASSWORD);
  }
});

test('a workspace moves from its file into the database', async () => {
  using home = new TestHome();
  const before = await Workspace.start(home, model.environment);
  const { agent, session, path } = await before.begin('Ann');
  await post(before, path, 'in the file');
  await before.until(agent, session, 'idle');
  const BTCP_DATABASE = postgres.url(database);
  const refused = await btcp(home, ['database', 'copy'], { BTCP_DATABASE });
  expect(refused.stderr).toContain('open in another server');
  await before.stop();
  const copied = await btcp(home, ['database', 'copy'], { BTCP_DATABASE });
  expect(copied.stdout).toContain('Copied 1 agents, 1 sessions and 2 messages');
  const again = await btcp(home, ['database', 'copy'], { BTCP_DATABASE });
  expect(again.code).not.toBe(0);
  expect(again.stderr).toContain('has a workspace already');
  const after = await start();
  const { messages } = await after.state(path);
  expect(messages).toMatchObject([{ parts: [{ text: 'in the file' }] }, { parts: [{ text: 'Working, done.' }] }]);
});

test.skipIf(openssl === undefined)('TLS is used as sslmode says', async () => {
  const [key, certificate] = [join(postgres.folder, 'tls.key'), join(postgres.folder, 'tls.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    openssl ?? '',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  const { uid, gid } = statSync(postgres.folder);
  chownSync(key, uid, gid);
  chmodSync(key, 0o600);
  using home = new TestHome();
  const authority = join(home.path, 'ca.pem');
  copyFileSync(certificate, authority);
  await postgres.stop();
  await postgres.start('ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`);
  const copy = (parameters: string, host = 'localhost') =>
    btcp(home, ['database', 'copy'], { BTCP_DATABASE: postgres.url(database, parameters).replace('127.0.0.1', host) });
  expect((await copy('?sslmode=verify-full')).stderr).toContain('self-signed certificate');
  const wrongName = await copy(`?sslmode=verify-full&sslrootcert=${authority}`, '127.0.0.1');
  expect(wrongName.stderr).toMatch(/does not match|IP/);
  expect((await copy(`?sslmode=verify-full&sslrootcert=${authority}`)).stdout).toContain('Copied 0 agents');
  const workspace = await start({ BTCP_DATABASE: postgres.url(database, '?sslmode=require') });
  await vi.waitFor(async () => expect((await workspace.ask('GET', '/agents')).status).toBe(200), PATIENT);
  const encrypted = `SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'btcp'`;
  expect(postgres.sql(database, encrypted)).toBe('t');
});
