import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buttonOf, LiveClient, type PageServer, servePages, startChrome } from '@btcp/test-support';
import type { Browser, Page } from 'puppeteer-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, serve, TestHome } from '../../../apps/btcp/test/run-btcp.ts';
import { createApp } from '../../embed/server.mjs';

const SHOP = `<title>Shop</title><button style="position:absolute;inset:0;width:100%;height:100%"
  onclick="document.title = 'Bought'">Buy</button>`;

const home = new TestHome();
const folder = mkdtempSync(join(tmpdir(), 'btcp-embed-'));
let site: PageServer;
let browser: Browser;
let btcp: RunningServer;
let app: { origin: string; server: Server };
let stranger: { origin: string; server: Server };

async function startApp() {
  const server = createApp(() => ({ url: btcp.url, token: btcp.token ?? '', session: 'demo', folder }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../embed', import.meta.url));
  const building = build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  [site, browser, app, stranger] = await Promise.all([
    servePages({ '/': SHOP }),
    startChrome(),
    startApp(),
    startApp(),
    building,
  ]);
  btcp = await serve(home, ['--allow-origin', app.origin]);
  await btcp.post('/sessions/demo/tools/browser_navigate', { url: site.origin });
});
afterAll(async () => {
  await browser.close();
  await btcp.stop();
  for (const { server } of [app, stranger]) server.close().closeAllConnections();
  await site.close();
  rmSync(folder, { recursive: true });
  home[Symbol.dispose]();
});

// What the window in the page says, button by button, without what is hidden.
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const shadow = [...document.querySelectorAll('div')].find((each) => each.shadowRoot)?.shadowRoot;
    const parts = [...(shadow?.querySelectorAll('button, .status, [role=tab], [role=status]') ?? [])];
    return parts.filter((part) => part.checkVisibility()).map(({ textContent }) => textContent.trim());
  });
const PATIENT = { timeout: 30_000, interval: 100 };
const says = (page: Page, words: string) =>
  vi.waitFor(async () => expect((await wordsOf(page)).join('\n')).toContain(words), PATIENT);
const press = (page: Page, name: string) => buttonOf(page, name).click();

test('BrowserPreview in an app of another origin watches, then drives, by tickets that its server fetches', async () => {
  const page = await browser.newPage();
  const received: string[] = [];
  page.on('response', async (response) => received.push(await response.text().catch(() => '')));
  await page.goto(app.origin);
  await says(page, 'Agent is driving');
  expect(await wordsOf(page)).not.toContain('Take over');

  await press(page, 'Drive');
  await says(page, 'Take over');
  await press(page, 'Take over');
  await says(page, 'Hand back');
  const canvas = await page.waitForSelector('>>> canvas');
  await vi.waitFor(async () => {
    // Before there is a picture, a click hits nothing.
    await canvas?.click();
    expect((await wordsOf(page)).join()).toContain('Bought');
  }, PATIENT);
  await press(page, 'Hand back');
  await says(page, 'Agent is driving');
  const { body } = await btcp.post('/sessions/demo/tools/browser_snapshot');
  expect(body).toMatchObject({ page: { title: 'Bought' } });
  expect(received.join('\n')).toContain('"ticket"');
  expect(received.join('\n')).not.toContain(btcp.token);
  await page.close();
});

test('a page of an origin that is not allowed says so, and what to do', async () => {
  const page = await browser.newPage();
  await page.goto(stranger.origin);
  await says(page, 'Connection refused: this origin is not allowed.');
  await says(page, `Start the server with --allow-origin ${stranger.origin}.`);
  await page.close();
});

test('a ticket that was used before, or is none, is named', async () => {
  const { body } = await btcp.post('/sessions/demo/tickets', {});
  const { ticket, stream } = body as { ticket: string; stream: string };
  const first = await LiveClient.live(stream, ticket);
  await first.next('hello');
  await first.close();
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  let given = ticket;
  page.on('request', (request) => {
    const isAsking = new URL(request.url()).pathname === '/ticket';
    void (isAsking ? request.respond({ body: JSON.stringify({ ticket: given }) }) : request.continue());
  });
  await page.goto(app.origin);
  await says(page, 'This ticket was used before.');
  // The token of the server does not work in a page of another origin.
  given = btcp.token ?? '';
  await page.reload();
  await says(page, 'A page of another origin needs a ticket');
  await page.close();
});
