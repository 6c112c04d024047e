import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from './deploy/proxies.ts';
import { btcp, TestHome } from './run-btcp.ts';

const FLEET = ['serve', '--fleet', 'nats://127.0.0.1:1'];
const KEY = { BTCP_FLEET_KEY: 'the key that all servers of this fleet share' };

test.each([
  [['serve', '--role', 'worker'], {}, '--role needs --fleet.'],
  [['serve', '--fleet', 'http://127.0.0.1:4222'], KEY, '--fleet is not a NATS address.'],
  [FLEET, {}, 'A fleet needs a key.'],
  [[...FLEET, '--role', 'queen'], KEY, '--role is "queen".'],
  [[...FLEET, '--fleet-labels', 'eu'], KEY, '--fleet-labels has "eu".'],
  [[...FLEET, '--advertise-url', 'here'], KEY, '--advertise-url is "here".'],
  [[...FLEET, '--host', '0.0.0.0'], KEY, 'A worker that serves on 0.0.0.0 needs --advertise-url.'],
  [[...FLEET, '--ownership', 'single'], KEY, '--ownership single cannot be used with --fleet.'],
  [FLEET, { BTCP_FLEET_KEY: 'short' }, 'The fleet key has 5 characters.'],
])('%j is refused before anything is served', async (args, environment, message) => {
  using home = new TestHome();
  const { code, stderr } = await btcp(home, args, environment);
  expect(stderr).toContain(message);
  expect(code).toBe(2);
});

test('a key file that others can read is refused, and a NATS that does not answer is named without its password', async () => {
  using home = new TestHome();
  const file = join(home.path, 'fleet.key');
  writeFileSync(file, KEY.BTCP_FLEET_KEY);
  chmodSync(file, 0o644);
  const address = `127.0.0.1:${await freePort()}`;
  const args = ['serve', '--fleet', `nats://ann:hush-hush@${address}`, '--fleet-key-file', file];
  expect((await btcp(home, args)).stderr).toContain('others on this machine can read it');
  chmodSync(file, 0o600);
  const { code, stderr } = await btcp(home, args);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`NATS does not answer at nats://${address}`);
  expect(stderr).not.toContain('hush-hush');
});

test('btcp fleet names what it needs', async () => {
  using home = new TestHome();
  expect((await btcp(home, ['fleet', 'status'])).stderr).toContain('No gateway of a fleet is known here.');
  const url = ['--url', 'http://127.0.0.1:1'];
  expect((await btcp(home, ['fleet', 'drain', ...url])).stderr).toContain('No worker is named.');
});
