import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Bus, FleetGateway, fleetKeys, StateStore } from '@btcp/fleet';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { MAIN, TestHome } from './run-btcp.ts';

// Longer than a call waits for a slot in a full fleet.
const LATER_MS = 11_000;
const RENEW_MS = 300;
const PATIENT = { timeout: 60_000, interval: 100 };

const nats = new Nats();
let bus: Bus;
beforeAll(async () => {
  await nats.start();
  bus = await nats.connect();
});
afterAll(async () => {
  await bus.close();
  await nats[Symbol.asyncDispose]();
});

const lease = (slots: number, open = 0, version = '1.0.0') =>
  ({ url: 'http://127.0.0.1:9', slots, open, state: 'ready', labels: {}, version }) as const;
const wanted = (session: string) => ({ session, user: '', labels: {} });
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a gateway that has just started waits for its first worker, and a full fleet answers as before', async () => {
  // A fleet that was ended a moment ago has left a lease.
  await bus.workers.put('worker-0.lost', lease(0));
  const keys = fleetKeys('the key of a fleet that has just started');
  const gateway = await FleetGateway.join(bus, new StateStore(bus.states, keys.session));
  const first = gateway.place(wanted('first'));
  let written: ReturnType<typeof lease> | undefined = lease(1);
  const renew = async () => {
    await sleep(LATER_MS);
    for (; written; await sleep(RENEW_MS)) await bus.workers.put('worker-1.1', written);
  };
  const renewing = renew();
  expect(await first).toMatchObject({ session: 'first', worker: 'worker-1.1' });
  written = lease(1, 1, '2.0.0');
  await vi.waitFor(() => expect(gateway.status.workers).toMatchObject([{ version: '2.0.0' }]), PATIENT);
  // Now that a worker renews, nobody waits for the start of the fleet.
  await expect(gateway.place(wanted('second'))).rejects.toMatchObject({ code: 'busy' });
  written = undefined;
  await renewing;
});

test('a worker says that gateways alone may call it, and prints no token', async () => {
  using home = new TestHome();
  const flags = ['serve', '--port', '0', '--linger', '10m', '--role', 'worker', '--fleet', nats.url];
  const worker = spawn(process.execPath, [MAIN, ...flags], {
    env: { ...home.environment, BTCP_FLEET_KEY: 'a key that is long enough for a fleet of tests' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  worker.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitFor(() => expect(said).toContain('It takes calls from gateways only'), PATIENT);
  expect(said).toContain('A worker of the fleet is running.');
  expect(said).not.toMatch(/Bearer|#code=/);
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
});
