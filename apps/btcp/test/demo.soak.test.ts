import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent, RunState, Session, SessionFile } from '../src/contract/types.ts';
import { nextMove } from '../src/demo/errand.ts';
import { type RunningServer, serve, TestHome } from './run-btcp.ts';
import { openWorkspace, type WorkspacePage } from './workspace-page.ts';

const PASSWORD = 'orange-tractor-77';
const home = new TestHome();
let pages: PageServer;
let server: RunningServer;
let window: WorkspacePage;

beforeAll(async () => {
  pages = await servePages({ '/': '<title>Elsewhere</title><h1>Elsewhere</h1>' });
  server = await serve(home, ['--demo-pace', '1ms']);
  window = await openWorkspace(server);
});
afterAll(async () => {
  await window[Symbol.asyncDispose]();
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

const sessions = async () => (await server.get('/api/agents/demo/sessions')).body as Session[];

async function runUntil(id: string, state: RunState['state']): Promise<Session> {
  return vi.waitFor(
    async () => {
      const session = (await sessions()).find((each) => each.id === id) as Session;
      expect(session.run).toMatchObject({ state });
      return session;
    },
    { timeout: 30_000, interval: 100 },
  );
}

async function typeIntoBrowser(...keys: ('Tab' | 'Enter' | { text: string })[]): Promise<void> {
  const { page } = window;
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  const canvas = await page.waitForSelector('>>> canvas');
  await canvas?.focus();
  await page.keyboard.press('Enter');
  for (const key of keys) {
    if (typeof key === 'string') await page.keyboard.press(key);
    else await page.keyboard.type(key.text);
  }
}

test('one click on the first screen shows an agent that lets a person sign in, recovers from a failure and downloads a file', async () => {
  const { page, see, button, problems } = window;
  await see('Watch a demo');
  await see('Connect a model');
  await button('Watch a demo');
  await see('Please sign in to Harbour Coffee.');
  const [session] = await sessions();
  const { id } = await runUntil(session?.id ?? '', 'waiting');
  await see('Waiting for you');
  const driver = () =>
    page.evaluate(() => document.querySelector('.window')?.shadowRoot?.querySelector('.who')?.textContent);
  await vi.waitFor(async () => expect(await driver()).toBe('Agent is waiting for you'), { timeout: 20_000 });

  await button('Take over');
  await typeIntoBrowser({ text: 'Ada' }, 'Tab', { text: PASSWORD }, 'Enter');
  await page.waitForFunction(() => {
    const address = document.querySelector('.window')?.shadowRoot?.querySelector('.address input');
    return address instanceof HTMLInputElement && address.value.endsWith('/checkout');
  });
  await button('Done');

  await see('The order failed: the shop answered with error 503');
  await see('Done: order 1058 is placed');
  await runUntil(id, 'idle');
  const { body: files } = await server.get(`/api/agents/demo/sessions/${id}/files`);
  const [invoice] = files as SessionFile[];
  expect(invoice).toMatchObject({ label: 'invoice-1058.csv' });
  const { body: actions } = await server.get(`/api/agents/demo/sessions/${id}/recording?format=json`);
  const said = JSON.stringify(actions);
  expect(said).toContain('"tool":"person"');
  expect(said).not.toContain(PASSWORD);
  expect(await window.text()).not.toContain(PASSWORD);
  expect(problems).toEqual([]);
});

test('the demonstration says what it is when it is asked for something else, and starts over when it is asked to', async () => {
  const { page, see, button } = window;
  await page.locator('.composer textarea').fill('Book a flight to Porto');
  await page.keyboard.press('Enter');
  await see('I am the demonstration');
  const [session] = await sessions();
  const { id } = await runUntil(session?.id ?? '', 'idle');
  await page.locator('.composer textarea').fill('Again, please');
  await page.keyboard.press('Enter');
  await runUntil(id, 'waiting');
  await button('Take over');
  // Given back without a sign-in: the agent reads the page and asks again.
  await button('Done');
  await see('The page still asks for a password.');
  await runUntil(id, 'waiting');
  expect((await server.post('/api/demo')).body).toMatchObject({ id });
  await button('Stop');
  await runUntil(id, 'stopped');
});

test('the demonstration asks again when nobody signs in, and stops after four times', async () => {
  const [session] = await sessions();
  const input = { message: 'Please sign in', timeout: '10ms' };
  const asked = await server.post(`/api/agents/demo/sessions/${session?.id}/tools/browser_request_user`, input);
  const { text } = asked.body as { text: string };
  // The errand waits for two minutes, so the rest is decided from what the tool returns.
  const waited = { name: 'browser_request_user', input, text, isError: false };
  const after = (times: number) => nextMove({ message: 'again', calls: Array(times).fill(waited) }, 'http://shop/');
  expect(after(1)).toMatchObject({
    say: 'I am still waiting for you to sign in.',
    call: { name: 'browser_request_user', input: { purpose: 'login' } },
  });
  expect(after(3)).toEqual(after(1));
  expect(after(4)).toEqual({ say: expect.stringContaining('Nobody has signed in, so I stop waiting.') });
});

test('the browser of the demonstration reaches its shop only, and no other browser reaches the shop', async () => {
  const [session] = await sessions();
  const { body: actions } = await server.get(`/api/agents/demo/sessions/${session?.id}/recording?format=json`);
  const shop = (actions as { tool: string; url: string }[]).find(({ tool }) => tool === 'browser_navigate')?.url ?? '';
  expect(shop).toMatch(/^http:\/\/harbour-coffee\.localhost:\d+\//);
  const navigate = (path: string, url: string) => server.post(`${path}/tools/browser_navigate`, { url });
  for (const url of [pages.origin, server.url]) {
    const { body } = await navigate(`/api/agents/demo/sessions/${session?.id}`, url);
    expect(body).toMatchObject({ success: false, error: { code: 'denied' } });
    expect(JSON.stringify(body)).toContain('outside the shop of the demonstration');
  }
  const { body: agent } = await server.post('/api/agents', { name: 'Other', isDemo: true });
  expect((agent as Agent).isDemo).toBeUndefined();
  const { body: other } = await server.post('/api/agents/other/sessions', {});
  for (const url of [shop, shop.replace('harbour-coffee.localhost', '127.0.0.1')]) {
    const { body } = await navigate(`/api/agents/other/sessions/${(other as Session).id}`, url);
    expect(body).toMatchObject({ success: false, error: { code: 'denied' } });
  }
  // A name of somebody else that leads to this machine gets no page of the shop.
  const foreign = await fetch(shop.replace('harbour-coffee.localhost', '127.0.0.1'));
  expect(foreign.status).toBe(421);
});
