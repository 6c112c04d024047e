import { resolveChrome } from '@btcp/chrome';
import puppeteer, { type Browser } from 'puppeteer-core';
import { startFirefox } from './start-firefox.ts';
import { startWebKit } from './start-webkit.ts';

// Puppeteer's own patience is too short for a busy machine.
const PATIENCE_MS = 60_000;

// Pages of one site share a renderer: to start one costs as much as most tests do in it.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-component-update',
  '--disable-background-networking',
  '--renderer-process-limit=1',
];

/** A real Chrome, or the browser that `BTCP_TEST_BROWSER` names, for tests of page code. The caller closes it. */
export async function startChrome(args: string[] = []): Promise<Browser> {
  if (process.env.BTCP_TEST_BROWSER === 'firefox') return startFirefox();
  if (process.env.BTCP_TEST_BROWSER === 'webkit') return startWebKit();
  const { path, environment } = await resolveChrome();
  const browser = await puppeteer.launch({
    executablePath: path,
    pipe: true,
    env: { ...process.env, ...environment },
    args: [...ARGUMENTS, ...args],
    defaultViewport: { width: 1280, height: 720 },
  });
  const newPage = browser.newPage.bind(browser);
  browser.newPage = async (options) => {
    const page = await newPage(options);
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  };
  return browser;
}
