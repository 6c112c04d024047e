import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { History } from '../src/contract/history.ts';
import { btcp, type RunningServer, serve, TestHome } from './run-btcp.ts';
import { openWorkspace, seriousFindings, type WorkspacePage } from './workspace-page.ts';

const home = new TestHome();
const SESSION = 'hostile';
let pages: PageServer;
let server: RunningServer;
let window: WorkspacePage;

// Words that would end a script, begin a comment or run, wherever they are put into a page unescaped.
const HOSTILE = `</script><script>document.title='owned'</script><!--<script><img src=x onerror="document.title='owned'">\u2028'"\``;
const HOSTILE_HTML = HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>${HOSTILE_HTML}</title><h1>${HOSTILE_HTML}</h1><p id="said">Nothing yet</p>
      <button onclick="said.textContent = 'In the basket'; console.error(document.title); fetch('/basket')">Add</button>
      <input type="password" aria-label="Password">`,
    '/basket': 'ok',
  });
  server = await serve(home);
  window = await openWorkspace(server);
  await done('browser_navigate', { url: pages.origin });
  await done('browser_click', { selector: 'button' });
  await done('browser_fill', { selector: '[type=password]', value: 'correct horse' });
  await done('browser_navigate', { url: `${pages.origin}/?again` });
  await server.post(`/sessions/${SESSION}/tools/browser_close`);
});
afterAll(async () => {
  await window[Symbol.asyncDispose]();
  await server.stop();
  await pages.close();
  home[Symbol.dispose]();
});

async function history(): Promise<History> {
  return (await server.get(`/sessions/${SESSION}/history`)).body as History;
}

// Calls a tool, and waits until the page was looked at after it.
async function done(tool: string, input: object): Promise<void> {
  expect((await server.post(`/sessions/${SESSION}/tools/${tool}`, input)).body).toMatchObject({ success: true });
  await vi.waitFor(
    async () => {
      const last = (await history()).steps.at(-1);
      expect(last?.tool).toBe(tool);
      expect(last?.look ?? last?.hidden).toBeDefined();
    },
    { timeout: 10_000 },
  );
}

// In the page, where no step is missed: presses Play, and Pause as soon as the player stands there.
function playUntil(place: string): Promise<void> {
  const press = (name: string) => document.querySelector<HTMLElement>(`.player [aria-label="${name}"]`)?.click();
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.player')?.textContent?.includes(place)) return;
      watch.disconnect();
      press('Pause');
      resolve();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    press('Play');
  });
}

async function downloaded(format: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${server.token}` };
  const response = await fetch(`${server.url}/sessions/${SESSION}/history?format=${format}`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="session-[\d-]+\.\w+"$/);
  return Buffer.from(await response.arrayBuffer());
}

test('a session that has ended opens into its timeline: pictures, the page before and after, requests, console', async () => {
  const { page, see, button, text, problems } = window;
  await button('All sessions');
  await page.locator('.session-open').click();
  await see('The browser is closed');
  await page.waitForSelector('.step-picture img');
  const count = (await history()).steps.length;
  await see(`${count} / ${count}`);
  // The browser was closed by the last step, so the page before is shown.
  await see(`No picture of its own. Shown: step ${count - 1} · `);
  expect(await seriousFindings(page, 'the timeline')).toEqual([]);

  // By keyboard: the slider to the start, and one step on.
  await page.focus('.player input');
  await page.keyboard.press('Home');
  await see(`1 / ${count}`);
  await page.keyboard.press('ArrowRight');
  await see(`2 / ${count}`);
  await page.locator('::-p-aria([name="Snapshot"][role="tab"])').click();
  const textOf = (kind: string) => page.$eval(`.difference [data-kind=${kind}]`, ({ textContent }) => textContent);
  await page.waitForSelector('.difference [data-kind=added]');
  expect(await textOf('added')).toContain('In the basket');
  expect(await textOf('removed')).toContain('Nothing yet');
  await page.keyboard.press('ArrowRight');
  await see(`${pages.origin}/basket`);
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.step-part .lines [data-level=error]');
  await button('Next step');
  await see('Hidden: this step typed a secret, or the page shows one.');
  expect(await page.$('.step-picture img')).toBeNull();
  await button('Previous step');
  await page.waitForSelector('.step-picture img');

  // It plays from the start when it stands at the end.
  await page.focus('.player input');
  await page.keyboard.press('End');
  await see(`${count} / ${count}`);
  await page.evaluate(playUntil, `2 / ${count}`);
  await page.waitForSelector('::-p-aria([name="Play"][role="button"])');
  expect(await text()).toContain(`2 / ${count}`);

  await page.setViewport({ width: 390, height: 844 });
  await button('Browser');
  await page.waitForSelector('.step-picture img');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await seriousFindings(page, 'the timeline on a phone')).toEqual([]);
  await page.setViewport({ width: 1440, height: 900 });
  expect(problems).toEqual([]);
});

test('the download is one page that works without a server, and in which nothing of a page becomes HTML', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-file-'));
  const file = await window.browser.newPage();
  try {
    const html = (await downloaded('html')).toString();
    expect(html).not.toContain('correct horse');
    writeFileSync(join(folder, 'session.html'), html);
    const asked: string[] = [];
    const problems: string[] = [];
    file.on('request', (request) => asked.push(request.url()));
    file.on('pageerror', (error) => problems.push(String(error)));
    file.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await file.goto(pathToFileURL(join(folder, 'session.html')).href);
    await file.waitForSelector('.step-picture img');
    const { steps, session } = await history();
    expect(await file.$$eval('.step-list button', (rows) => rows.length)).toBe(steps.length);
    await file.focus('.player input');
    await file.keyboard.press('Home');
    await file.locator('::-p-aria([name="Snapshot"][role="tab"])').click();
    await file.waitForFunction(() =>
      document.querySelector('.difference')?.textContent?.includes("document.title='owned'"),
    );
    expect(await file.title()).toBe(session.name);
    expect(asked.filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await file.close();
    rmSync(folder, { recursive: true });
  }
});

test('the pictures can be had as a video that browsers play, blank where a step is hidden', async () => {
  const film = await downloaded('webm');
  // On a page of its own: the policy of the workspace allows no media.
  const page = await window.browser.newPage();
  try {
    const shown = await page.evaluate(async (data) => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = `data:video/webm;base64,${data}`;
      const happened = (name: string) =>
        new Promise((resolve, reject) => {
          video.addEventListener(name, resolve, { once: true });
          video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
        });
      await happened('loadeddata');
      const paper = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true });
      const colours = async (time: number) => {
        const sought = happened('seeked');
        video.currentTime = time;
        await sought;
        paper?.drawImage(video, 0, 0, 64, 64);
        const { data = [] } = paper?.getImageData(0, 0, 64, 64) ?? {};
        return new Set([...data].filter((_, index) => index % 4 < 3).map((value) => Math.round(value / 8))).size;
      };
      const seen: number[] = [];
      for (let time = 0.1; time < video.duration; time += 0.35) seen.push(await colours(time));
      return { width: video.videoWidth, seen };
    }, film.toString('base64'));
    expect(shown.width).toBeGreaterThan(500);
    // Words have many shades, and the blank picture has one.
    expect(Math.max(...shown.seen)).toBeGreaterThan(4);
    expect(Math.min(...shown.seen)).toBeLessThanOrEqual(2);
  } finally {
    await page.close();
  }
});

test('the requests can be had as an HTTP archive', async () => {
  const { log } = JSON.parse((await downloaded('har')).toString());
  expect(log.version).toBe('1.2');
  expect(log.pages).toHaveLength((await history()).steps.length);
  const basket = log.entries.filter(({ request }: { request: { url: string } }) => request.url.endsWith('/basket'));
  expect(basket).toMatchObject([{ pageref: 'step_2', request: { method: 'GET' }, response: { status: 200 } }]);
});

test('btcp history lists sessions and steps, and saves a session by the ending of the file', async () => {
  const file = join(home.path, 'session.har');
  const [sessions, steps, saved, wrong] = await Promise.all([
    btcp(home, ['history']),
    btcp(home, ['history', SESSION]),
    btcp(home, ['history', SESSION, file]),
    btcp(home, ['history', SESSION, 'session.avi']),
  ]);
  expect(sessions.stdout).toContain(SESSION);
  expect(steps.stdout).toMatch(/^3 .*\(hidden\)$/m);
  expect(saved).toMatchObject({ code: 0, stdout: `Saved ${file}\n` });
  expect(JSON.parse(readFileSync(file, 'utf8')).log.version).toBe('1.2');
  expect(wrong.stderr).toContain('End its name with .html');
});
