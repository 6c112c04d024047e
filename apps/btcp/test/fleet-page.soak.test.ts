import { servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Nats } from './fleet/nats.ts';
import { TestFleet } from './fleet/test-fleet.ts';
import type { RunningServer } from './run-btcp.ts';
import { openWorkspace, seriousFindings } from './workspace-page.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const PHONE = { width: 390, height: 844 };

const nats = new Nats();
const fleet = new TestFleet(nats);
let worker: RunningServer;
beforeAll(async () => {
  await nats.start();
  await fleet.add('gateway');
  worker = await fleet.add('worker', ['--fleet-labels', 'region=eu', '--max-sessions', '3']);
  await vi.waitFor(async () => expect((await fleet.status()).workers).toHaveLength(1), PATIENT);
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await nats[Symbol.asyncDispose]();
});

test('all sessions of the fleet are in the workspace: a person opens one, takes over, gives back, and closes it', async () => {
  await using site = await servePages({ '/': '<title>Shop</title><h1>Shop</h1>' });
  await using admin = await openWorkspace(fleet.gateway);
  const { page, see, button } = admin;
  await button('All sessions');
  await see('No browser is open');
  const input = { url: site.origin };
  const named = { 'btcp-client': 'shopper' };
  expect((await fleet.call('cart', 'browser_navigate', input, named)).status).toBe(200);
  const { host } = new URL(site.origin);
  await see(`shopper · ${host}`);
  await page.waitForSelector('.session-card img');
  await page.locator('.session-open').click();
  await page.waitForSelector('>>> canvas');
  await button('Take over');
  const driver = async () => {
    const { body } = await fleet.gateway.get('/sessions');
    return (body as { sessions: { driver: { kind: string } }[] }).sessions[0]?.driver.kind;
  };
  await vi.waitFor(async () => expect(await driver()).toBe('person'), PATIENT);
  await button('Hand back');
  await vi.waitFor(async () => expect(await driver()).toBe('agent'), PATIENT);
  // What its agent does is shown as it happens.
  expect((await fleet.call('cart', 'browser_get_text', {}, named)).status).toBe(200);
  await see('Read text');
  const recording = await admin.download('JSON');
  expect(recording.text).toContain('browser_navigate');
  await button('All sessions');
  await button(`Close the browser of shopper · ${host}`);
  await button('Close browser');
  await see('No browser is open');
  await vi.waitFor(async () => expect((await fleet.status()).sessions).toEqual([]), PATIENT);
});

test('an admin sees workers, sessions, versions and the queue, on a phone too, and drains a worker', async () => {
  expect((await fleet.call('shopping', 'browser_snapshot')).status).toBe(200);
  const [{ id } = { id: '' }] = (await fleet.status()).workers;
  await using admin = await openWorkspace(fleet.gateway);
  const { page, see, button, text } = admin;
  await button('Fleet');
  await see('1 of 3 slots used, 0 waiting.');
  await see('1 of 3 slots used: shopping');
  const { gateways } = (await fleet.gateway.get('/fleet')).body as { gateways: { id: string; version: string }[] };
  expect(gateways).toMatchObject([{ version: expect.stringMatching(/^\d+\.\d+/) }]);
  const shown = await text();
  for (const words of [id, 'region=eu', worker.url, gateways[0]?.id]) expect(shown).toContain(words);
  expect(await seriousFindings(page, 'fleet')).toEqual([]);
  await page.setViewport(PHONE);
  const width = await page.$eval('dialog', (dialog) =>
    Math.max(dialog.scrollWidth, dialog.getBoundingClientRect().right),
  );
  expect(width).toBeLessThanOrEqual(PHONE.width);
  expect(await seriousFindings(page, 'fleet on a phone')).toEqual([]);
  await page.setViewport({ width: 1440, height: 900 });
  await button(`Drain ${id}`);
  await button('Keep');
  await button(`Drain ${id}`);
  await button('Drain');
  expect(await worker.ended).toBe(0);
  await see('No worker has joined.');
  expect(admin.problems).toEqual([]);
});

test('nobody else sees the fleet', async () => {
  const { authorization } = await fleet.createToken('ann');
  const token = authorization.replace('Bearer ', '');
  for (const [method, path] of [
    ['GET', '/fleet'],
    ['POST', '/fleet/workers/any/drain'],
  ] as const) {
    const response = await fetch(fleet.gateway.url + path, { method, headers: { authorization } });
    expect(response.status).toBe(403);
  }
  await using ann = await openWorkspace(fleet.gateway, `/#token=${token}`);
  await ann.page.waitForSelector('[aria-label="Tokens"]');
  expect(await ann.page.$('[aria-label="Fleet"]')).toBeNull();
});
