import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { servePages } from '@btcp/test-support';
import { expect, test } from 'vitest';
import type { Message } from '../src/contract/types.ts';
import { Store } from '../src/store/store.ts';
import { serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings } from './workspace-page.ts';

const ASSETS = new URL('../web/dist/assets/', import.meta.url);
const MAX_SCRIPT_BYTES = 200 * 1024;

test('the first view loads less than 200 KB of script', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => gzipSync(readFileSync(new URL(name, ASSETS))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(scripts.length).toBeGreaterThan(0);
  expect(total).toBeLessThan(MAX_SCRIPT_BYTES);
});

test('no view has anything that keeps people out, light or dark, wide or narrow', async () => {
  using home = new TestHome();
  await using site = await servePages({ '/': '<title>Shop</title><h1>Shop</h1><button>Buy</button>' });
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, problems } = workspace;
    const found: string[] = [];
    const look = async (view: string) => found.push(...(await seriousFindings(page, view)));
    const headings = () => page.$$eval('h1', (all) => all.map(({ textContent }) => textContent));
    await see('Give an agent a browser');
    await look('first start');
    expect(await headings()).toEqual(['Give an agent a browser']);
    await button('All sessions');
    await see('No browser is open');
    await look('all sessions');
    expect(await headings()).toEqual(['All sessions']);
    await button('New agent');
    await page.locator('#agent-name').fill('Shopping');
    await page.keyboard.press('Enter');
    await see('No browser is open');
    await look('new session');
    await page.locator('.no-browser input').fill(site.origin);
    await page.keyboard.press('Enter');
    await page.waitForSelector('>>> canvas');
    await see('1 action');
    for (const panel of ['actions', 'console', 'network', 'snapshot', 'files', 'states', 'tools']) {
      await page.locator(`#tab-${panel}`).click();
      await look(panel);
    }
    await button('Connect a model');
    await page.locator('dialog select').fill('other');
    await page.locator('dialog [name=baseUrl]').fill('http://127.0.0.1:9/v1');
    await page.locator('dialog [name=model]').fill('none');
    await button('Test');
    await page.waitForSelector('dialog .problem');
    await look('settings with an error');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    await page.hover('.row.heading');
    await button('Settings of agent Shopping');
    await page.locator('dialog [name=instructions]').fill('Never buy anything.');
    await page.locator('::-p-aria([name="Only some tools"][role="checkbox"])').click();
    await look('settings of an agent');
    // No tool is chosen: the dialog says so and stays open.
    await button('Save');
    await page.waitForSelector('dialog .problem ::-p-text(Choose at least one tool.)');
    await page.locator('dialog input[value=browser_snapshot]').click();
    await button('Save');
    await page.waitForSelector('dialog', { hidden: true });
    const { body: agents } = await server.get('/api/agents');
    expect(agents).toMatchObject([{ settings: { instructions: 'Never buy anything.', tools: ['browser_snapshot'] } }]);
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('dialog.palette');
    await look('search');
    await page.keyboard.press('Escape');
    await button('Tokens');
    await page.waitForSelector('dialog.tokens');
    await look('tokens');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
    expect(await headings()).toEqual(['New session']);
    // The page is loaded again.
    await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
    await page.waitForSelector('.composer textarea');
    await look('phone');
    await button('Show agents');
    await look('phone, agents');
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('with 50 agents the composer is at most ten Tabs away, or one with the skip link', async () => {
  using home = new TestHome();
  const server = await serve(home);
  try {
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await server.post('/api/agents', { name: `Agent ${index}` });
        await server.post(`/api/agents/agent-${index}/sessions`);
      }),
    );
    await using workspace = await openWorkspace(server);
    const { page } = workspace;
    await page.waitForSelector('.composer textarea');
    const isThere = () => page.evaluate(() => document.activeElement?.matches('.composer textarea') ?? false);
    // It is the first stop of the page.
    await page.focus('.skip-link');
    let tabs = 1;
    do {
      await page.keyboard.press('Tab');
      tabs++;
    } while (!(await isThere()) && tabs < 30);
    expect(tabs).toBeLessThanOrEqual(10);
    await page.focus('.skip-link');
    await page.keyboard.press('Enter');
    expect(await isThere()).toBe(true);
  } finally {
    await server.stop();
  }
});

// An agent with 40 sessions, of which the newest has 180 messages, and 15 agents more.
async function fill(home: TestHome): Promise<void> {
  const store = await Store.open(join(home.path, 'data', 'workspace'));
  const agents = ['long', ...Array.from({ length: 15 }, (_, index) => `other-${index}`)];
  for (const slug of agents) await store.agents.add({ slug, name: slug, created: 1, host: { kind: 'local' } });
  const run = { state: 'idle' } as const;
  for (let index = 0; index < 40; index++) {
    await store.sessions.add({
      agent: 'long',
      id: `s${index}`,
      title: `Errand ${index}`,
      created: 1,
      updated: index,
      run,
    });
  }
  await store.sessions.add({ agent: 'other-0', id: 'other', title: 'Folded away', created: 1, updated: 1, run });
  for (let index = 0; index < 180; index++) {
    const parts: Message['parts'] = [{ type: 'text', text: `Message ${index}.` }];
    const role = index % 2 === 0 ? 'user' : 'agent';
    await store.messages.add({ agent: 'long', session: 's39' }, { id: `m${index}`, role, created: index, parts });
  }
  await store.close();
}

test('of a long conversation the end is shown, earlier messages come with the scrolling, and long lists are folded', async () => {
  using home = new TestHome();
  await fill(home);
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, text, problems } = workspace;
    const count = () => page.$$eval('.log .message', (all) => all.length);
    await see('Message 179.');
    expect(await count()).toBeLessThan(100);
    await page.waitForFunction(() => {
      const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = document.querySelector('.log') ?? {};
      return scrollTop > 0 && scrollHeight - scrollTop - clientHeight < 2;
    });

    await see('Show 10 more');
    expect(await text()).not.toContain('Errand 9');
    await button('Show 10 more');
    await see('Errand 9');
    await page.waitForFunction(() => document.body.textContent.includes('other-14'));
    expect(await text()).not.toContain('Folded away');
    await button('other-0');
    await see('Folded away');

    // What a person reads stays where it is.
    const moved = await page.evaluate(async () => {
      const log = document.querySelector('.log');
      const first = log?.querySelector('.message');
      if (!log || !first) throw new Error('There is no message.');
      const before = log.querySelectorAll('.message').length;
      log.scrollTop = 200;
      const top = first.getBoundingClientRect().top;
      while (log.querySelectorAll('.message').length === before) await new Promise(requestAnimationFrame);
      return first.getBoundingClientRect().top - top;
    });
    expect(Math.abs(moved)).toBeLessThan(3);
    expect(await seriousFindings(page, 'long conversation')).toEqual([]);

    await page.focus('.log');
    while ((await count()) < 180) {
      await page.keyboard.press('Home');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await see('Message 0.');
    expect(await page.$('.earlier')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.matches('.log'))).toBe(true);
    expect(problems).toEqual([]);
  } finally {
    await server.stop();
  }
});
