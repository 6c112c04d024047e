import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buttonOf, startChrome } from '@btcp/test-support';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import type { RunningServer } from './run-btcp.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The workspace in a real browser, with what a person does in it. */
export interface WorkspacePage extends AsyncDisposable {
  browser: Browser;
  page: Page;
  /** What the console said that it should not have. */
  problems: string[];
  button(name: string): Promise<void>;
  /** Waits until the page has these words. */
  see(words: string): Promise<void>;
  /** The words of the page, without the window of the live browser. */
  text(): Promise<string>;
  /** Presses a button, and reads the file that the browser downloads then. */
  download(button: string): Promise<{ name: string; text: string }>;
  /** Clicks into the live picture, in fractions of its size. */
  clickPicture(across: number, down: number): Promise<void>;
}

export async function openWorkspace(server: RunningServer, path = `/#token=${server.token}`): Promise<WorkspacePage> {
  const browser = await startChrome();
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport({ width: 1440, height: 900 });
  const problems: string[] = [];
  page.on('console', (message) => ['error', 'warn'].includes(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(server.url + path);
  return {
    browser,
    page,
    problems,
    button: (name) => buttonOf(page, name).click(),
    async see(words) {
      await page.waitForFunction((text) => document.body.textContent.includes(text), {}, words);
    },
    text: () => page.evaluate(() => document.body.textContent),
    async download(name) {
      const folder = mkdtempSync(join(tmpdir(), 'btcp-downloads-'));
      const cdp = await page.createCDPSession();
      await cdp.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, eventsEnabled: true });
      const done = new Promise<void>((resolve) =>
        cdp.on('Browser.downloadProgress', ({ state }) => state === 'completed' && resolve()),
      );
      try {
        await buttonOf(page, name).click();
        await done;
        const [file = ''] = readdirSync(folder);
        return { name: file, text: readFileSync(join(folder, file), 'utf8') };
      } finally {
        await cdp.detach();
        rmSync(folder, { recursive: true });
      }
    },
    async clickPicture(across, down) {
      // Before there is a picture, there is nothing to click on.
      await page.waitForFunction(() => {
        const status = document.querySelector('.window')?.shadowRoot?.querySelector('.status');
        return status instanceof HTMLElement && status.hidden;
      });
      const canvas = await page.waitForSelector('>>> canvas');
      const box = await canvas?.boundingBox();
      if (!box) throw new Error('There is no picture.');
      await page.mouse.click(box.x + box.width * across, box.y + box.height * down);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** What hinders people in a view, in both themes: everything above minor. */
export async function seriousFindings(page: Page, view: string): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(AXE);
  for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    // The page follows the system when it hears of the change.
    await page.waitForFunction((wanted) => (document.documentElement.dataset.theme ?? wanted) === wanted, {}, theme);
    const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
    for (const { id, impact, nodes } of violations) {
      if (impact === 'minor') continue;
      found.push(...nodes.map(({ html }) => `${view}, ${theme}: ${id} at ${html.slice(0, 200)}`));
    }
  }
  return found;
}
