import { join } from 'node:path';
import { servePages } from '@btcp/test-support';
import type { Page } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { serve, TestHome } from './run-btcp.ts';
import { openWorkspace } from './workspace-page.ts';

// Greets who is signed in, which a cookie says.
const GREETING = `<title>Shop</title><h1></h1><a href="/invoice.csv" download>Invoice</a><script>
  document.querySelector('h1').textContent = 'Hello ' + (document.cookie.match(/who=(\\w+)/)?.[1] ?? 'stranger')</script>`;

test('what calls have left is listed and opened, states are saved and restored, and lists change by themselves', async () => {
  using home = new TestHome();
  await using site = await servePages({
    '/': GREETING,
    '/in': (_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'who=Ada' }).end(),
    '/out': (_, response) => response.writeHead(302, { location: '/', 'set-cookie': 'who=; max-age=0' }).end(),
    '/invoice.csv': (_, response) => response.setHeader('content-type', 'text/csv').end('order,total\n1057,24.90'),
  });
  const server = await serve(home);
  try {
    await using workspace = await openWorkspace(server);
    const { page, see, button, text, problems } = workspace;
    await see('Give an agent a browser');
    await page.locator('#agent-name').fill('Shopping');
    await page.keyboard.press('Enter');
    await see('No browser is open');
    const path = `/api${new URL(page.url()).pathname}`;
    const call = async (tool: string, input: object) =>
      expect((await server.post(`${path}/tools/${tool}`, input)).status, tool).toBe(200);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    await call('browser_navigate', { url: `${site.origin}/in` });
    await page.locator('#tab-files').click();
    await see('are kept here');
    await call('browser_screenshot', {});
    await call('browser_navigate', { url: `${site.origin}/invoice.csv` });
    await see('invoice.csv');
    await button('screenshot.png');
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.dialog img')?.naturalWidth === 1280);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.dialog', { hidden: true });
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await button('invoice.csv');
    const invoice = await opened;
    await invoice?.waitForFunction(() => document.body.textContent === 'order,total\n1057,24.90');
    await invoice?.close();
    expect(await workspace.download('Download invoice.csv')).toEqual({
      name: 'invoice.csv',
      text: 'order,total\n1057,24.90',
    });

    await page.locator('#tab-states').click();
    await see('A state has the cookies');
    await page.locator('.state-form input').fill('signed in');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-aria(Restore signed in)');
    await call('browser_navigate', { url: `${site.origin}/out` });
    await page.locator('#tab-snapshot').click();
    await see('Hello stranger');
    await page.locator('#tab-states').click();
    await button('Restore signed in');
    await page.waitForSelector('::-p-aria([name="Restore signed in"][role="button"]):not([disabled])');
    await page.locator('#tab-snapshot').click();
    await see('Hello Ada');
    await page.locator('#tab-states').click();
    await button('Delete signed in');
    await button('Delete state');
    await see('A state has the cookies');

    await server.post('/api/agents', { name: 'Jemand für später' });
    await see('Jemand für später');
    await page.waitForSelector('.skeleton', { hidden: true });
    const { body } = await server.post('/api/agents/jemand-fur-spater/sessions', { title: 'Made elsewhere' });
    expect(body).toMatchObject({ agent: 'jemand-fur-spater' });
    await see('Made elsewhere');
    await fetch(`${server.url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${server.token}` } });
    await see('This session is gone');
    expect(await text()).toContain('Made elsewhere');
    expect(asked.filter((each) => /^\/api\/(config|agents|agents\/[^/]+\/sessions)$/.test(each))).toEqual([]);
    expect(problems).toEqual([]);

    const elsewhere = `/api/agents/jemand-fur-spater/sessions/${(body as { id: string }).id}`;
    const request = await server.post(`${elsewhere}/tools/browser_request_user`, { message: 'Look here', wait: false });
    await page.goto((request.body as { data: { link: string } }).data.link);
    await page.waitForSelector('::-p-aria([name="Take over"][role="button"])');
    await page.waitForFunction(() => document.title.includes('Made elsewhere'));

    const second = await serve(home, [], { BTCP_STATE: join(home.path, 'other') });
    await page.goto(`${second.url}/#token=${second.token}`);
    await see('The workspace is open in another server');
    await second.stop();
  } finally {
    await server.stop();
  }
});
