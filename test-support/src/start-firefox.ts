import puppeteer, { type Browser } from 'puppeteer-core';

/** A real Firefox for tests of page code, over WebDriver BiDi: `npm run test:firefox` runs them in it. */
export function startFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.BTCP_FIREFOX ?? 'firefox-esr',
    defaultViewport: { width: 1280, height: 720 },
  });
}
