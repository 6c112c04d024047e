import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Bus, fleetKeys, StateStore } from '@btcp/fleet';
import { type PageServer, servePages } from '@btcp/test-support';
import { connect as connectNats, nkeyAuthenticator } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findProgram } from '../../../scripts/proxies.mjs';
import { freePort } from './deploy/proxies.ts';
import { Nats } from './fleet/nats.ts';
import { TestFleet } from './fleet/test-fleet.ts';
import { btcp, type RunningServer, TestHome } from './run-btcp.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const PAGE = `<title>Shop</title><h1>Shop</h1><script>document.cookie ||= 'login=ann';
  document.body.append('signed in as ' + document.cookie)</script>`;

const home = new TestHome();
const folder = join(home.path, 'fleet');
const fleet = new TestFleet(new Nats());
let nats: ChildProcess | undefined;
let url: string;
let site: PageServer;
const workers: RunningServer[] = [];

// The flags of one server, with the secrets that were made for it.
const secrets = (name: string) => [
  ...['--fleet-ca', join(folder, 'ca.pem')],
  ...['--fleet-key-file', join(folder, `${name}.key`), '--fleet-credentials', join(folder, `${name}.seed`)],
];
const add = (role: string, name: string) => fleet.add(role, secrets(name), url, { BTCP_FLEET_KEY: undefined });

function makeCertificates(): void {
  const openssl = (...args: string[]) =>
    execFileSync('sh', ['-c', 'openssl "$@"', 'sh', ...args], { cwd: folder, stdio: 'ignore' });
  const fresh = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...fresh, '-subj', '/CN=fleet', '-keyout', 'ca-key.pem', '-out', 'ca.pem');
  const ca = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  openssl('req', '-x509', ...fresh, '-subj', '/CN=nats', ...ca, '-keyout', 'server-key.pem', '-out', 'server.pem');
}

beforeAll(async () => {
  const { code } = await btcp(home, ['fleet', 'config', folder, 'worker-1,worker-2']);
  expect(code).toBe(0);
  makeCertificates();
  const port = await freePort();
  url = `tls://127.0.0.1:${port}`;
  const args = ['-c', 'nats.conf', '-a', '127.0.0.1', '-p', String(port)];
  nats = spawn(findProgram('nats-server') ?? 'nats-server', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  nats.stderr?.setEncoding('utf8').on('data', (text) => (log += text));
  await vi.waitFor(() => expect(log).toContain('Server is ready'), PATIENT);
  site = await servePages({ '/': PAGE });
  await add('gateway', 'gateway');
  workers.push(...(await Promise.all([add('worker', 'worker-1'), add('worker', 'worker-2')])));
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  nats?.kill('SIGKILL');
  if (nats) await once(nats, 'exit');
  await site.close();
  home[Symbol.dispose]();
});

const connect = (name: string) =>
  Bus.connect({
    ...{ servers: url, name: 'test', user: name, isWorker: name !== 'gateway', ca: join(folder, 'ca.pem') },
    credentials: readFileSync(join(folder, `${name}.seed`), 'utf8'),
  });

// What somebody can do who has taken the secrets of a worker.
const steal = (name: string) =>
  connectNats({
    servers: url.replace('tls://127.0.0.1', 'localhost'),
    tls: { caFile: join(folder, 'ca.pem') },
    inboxPrefix: `_INBOX.${name}`,
    authenticator: nkeyAuthenticator(readFileSync(join(folder, `${name}.seed`))),
  });

describe('NATS with TLS and a user for each role (T25)', () => {
  test('the secrets are readable by their owner alone, and are never written over', async () => {
    for (const file of ['gateway.key', 'gateway.seed', 'worker-1.key', 'nats.conf'])
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    const again = await btcp(home, ['fleet', 'config', folder, 'worker-1']);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be written') });
    const named = await btcp(home, ['fleet', 'config', join(home.path, 'other'), '>']);
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be called') });
  });

  test('the fleet works: a killed worker loses nothing but its call, and a drained one moves its sessions', async () => {
    expect((await fleet.call('shop', 'browser_navigate', { url: site.origin })).status).toBe(200);
    await fleet.saved('shop');
    expect((await fleet.call('shop', 'browser_pdf')).status).toBe(200);
    const gateway = await connect('gateway');
    await vi.waitFor(async () => expect((await gateway.files.status()).size).toBeGreaterThan(0), PATIENT);
    await gateway.close();
    const owner = await fleet.ownerOf('shop');
    await fleet.end(owner, 'SIGKILL');
    const restored = await vi.waitFor(async () => {
      const answer = await fleet.call('shop', 'browser_snapshot');
      expect(answer.status).toBe(200);
      return answer;
    }, PATIENT);
    expect(restored.body.text).toContain('signed in as login=ann');
    expect((await fleet.gateway.get('/sessions/shop/files')).body).toMatchObject([{ mimeType: 'application/pdf' }]);
    // The same secrets start it again.
    const name = owner === workers[0] ? 'worker-1' : 'worker-2';
    await add('worker', name);
    await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(2), PATIENT);
    expect(await fleet.end(await fleet.ownerOf('shop'))).toBe(0);
    expect((await fleet.call('shop', 'browser_snapshot')).body.text).toContain('signed in as login=ann');
  });

  test('nobody gets in without credentials, or with the key of a worker as a gateway', async () => {
    const unknown = Bus.connect({ servers: url, name: 'thief', ca: join(folder, 'ca.pem') });
    await expect(unknown).rejects.toThrow('NATS does not answer');
    await expect(
      Bus.connect({ servers: url, name: 'thief' }),
      'a certificate that nobody vouches for',
    ).rejects.toThrow();
    const { code, stderr } = await btcp(
      home,
      ['serve', '--port', '0', '--fleet', url, '--role', 'gateway', ...secrets('worker-1')],
      { BTCP_TOKEN: 'a-token-that-is-long-enough-0123' },
    );
    expect(code).not.toBe(0);
    expect(stderr).toContain('The key of worker worker-1 cannot run a gateway.');
  });

  test.each([
    '$KV.btcp-sessions.c2hvcA',
    '$KV.btcp-workers.worker-1.stolen',
    '$KV.btcp-gateways.stolen',
    '$KV.btcp-pages.stolen',
    '$KV.btcp-queue.stolen',
    '$KV.btcp-codes.ticket.stolen',
    '$KV.btcp-logins.login.stolen',
    '$KV.btcp-attempts.attempt.stolen',
    '$KV.btcp-team.token.stolen',
    '$JS.API.STREAM.INFO.KV_btcp-codes',
    '$JS.API.STREAM.MSG.GET.KV_btcp-codes',
    '$JS.API.STREAM.MSG.GET.KV_btcp-logins',
    '$JS.API.STREAM.MSG.GET.KV_btcp-team',
    '$JS.API.DIRECT.GET.KV_btcp-logins.$KV.btcp-logins.login.stolen',
    '$JS.API.CONSUMER.CREATE.KV_btcp-logins.mine',
    '$JS.API.CONSUMER.CREATE.KV_btcp-attempts.mine',
    '$JS.API.CONSUMER.CREATE.KV_btcp-team.mine',
    '$JS.API.STREAM.PURGE.KV_btcp-codes',
    '$JS.API.STREAM.CREATE.mine',
    '$JS.API.STREAM.DELETE.KV_btcp-sessions',
    '$JS.API.STREAM.PURGE.KV_btcp-sessions',
    '$JS.API.STREAM.UPDATE.OBJ_btcp-states',
    '$JS.API.CONSUMER.CREATE.KV_btcp-sessions.mine',
    'btcp.sessions.worker-1',
    '_INBOX.gateway.stolen',
  ])('a worker is refused %s', async (subject) => {
    const thief = await steal('worker-2');
    await expect(thief.request(subject, '{}', { timeout: 20_000 })).rejects.toThrow(/permission/i);
    await thief.close();
  });

  test.each(['>', '_INBOX.>', '_INBOX.gateway.>', '_INBOX.worker-1.>', 'btcp.>', 'btcp.pages.>', '$KV.>', '$O.>'])(
    'a worker is refused to read %s',
    async (subject) => {
      const thief = await steal('worker-2');
      const refused = new Promise((resolve) => {
        thief.subscribe(subject, { callback: (error) => void resolve(error?.message ?? 'a message') });
      });
      expect(await refused).toMatch(/permission/i);
      await thief.close();
    },
  );

  test('a worker takes no session through a gateway either, and opens no state that it was not given', async () => {
    const gateway = await connect('gateway');
    const worker = await connect('worker-2');
    const key = Buffer.from('bank').toString('base64url');
    const record = { session: 'bank', user: '', labels: {}, worker: 'worker-1.1', epoch: 1 };
    const revision = await gateway.sessions.create(key, record);
    const wish = { key, revision, next: { ...record, worker: 'worker-2.1' } };
    expect(await worker.ask('btcp.sessions.worker-2', wish)).toEqual({ error: 'not allowed to a worker' });
    expect((await gateway.sessions.get(key))?.value).toEqual(record);
    const master = fleetKeys(readFileSync(join(folder, 'gateway.key'), 'utf8'));
    await new StateStore(gateway.states, master.session).save('bank', 1, Buffer.from('login=bob'));
    const own = fleetKeys(readFileSync(join(folder, 'worker-2.key'), 'utf8'));
    await expect(new StateStore(worker.states, own.session).load('bank', 1)).rejects.toThrow();
    const [stored] = (await worker.states.list()).slice(-1);
    const raw = Buffer.from((await worker.states.getBlob(stored?.name ?? '')) ?? []);
    expect(raw.includes('login=bob')).toBe(false);
    await gateway.sessions.remove(key, revision ?? 0);
    await worker.close();
    await gateway.close();
  });
});
