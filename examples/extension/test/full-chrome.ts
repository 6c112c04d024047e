import { resolveChrome } from '@btcp/chrome';
import puppeteer, { type Page } from 'puppeteer-core';
import { buildExtension } from '../build.mjs';
import type { BrowserWithExtension } from './browser-with-extension.ts';

// The badge of each tab, by its address.
const BADGES = `chrome.tabs.query({}).then((tabs) =>
  Promise.all(tabs.map(async ({ id, url }) => [url, await chrome.action.getBadgeText({ tabId: id })])))`;

export interface FullChrome extends BrowserWithExtension {
  /** Ends the service worker, as Chrome does when it pleases. */
  stopWorker(): Promise<void>;
  close(): Promise<void>;
}

/** A Chrome that loads extensions, which the Chromium of `npm ci` does not: BTCP_FULL_CHROME names it, or an installed one is found. */
export async function startFullChrome(args: string[] = []): Promise<FullChrome> {
  const { path, environment } = await resolveChrome({ path: process.env.BTCP_FULL_CHROME });
  const browser = await puppeteer.launch({
    executablePath: path,
    pipe: true,
    env: { ...process.env, ...environment },
    enableExtensions: true,
    args: ['--no-sandbox', ...args],
    defaultViewport: { width: 1000, height: 600 },
  });
  const id = await browser.installExtension(await buildExtension());
  const extension = (await browser.extensions()).get(id);
  if (!extension) throw new Error(`${path} loads no extensions: set BTCP_FULL_CHROME to a Chrome that does.`);
  const origin = `chrome-extension://${extension.id}`;
  const openTab = async (url: string) => {
    const tab = await browser.newPage();
    await tab.goto(url);
    return tab;
  };
  const own = async (name: string): Promise<Page> => {
    const target = await browser.waitForTarget((each) => each.url().startsWith(origin) && each.url().includes(name));
    const page = await target.page();
    if (!page) throw new Error(`${target.url()} is no page.`);
    return page;
  };
  return {
    origin,
    openTab,
    openOptions: () => openTab(`${origin}/options.html`),
    press: (tab) => extension.triggerAction(tab),
    ownPage: own,
    async badge(tab) {
      const [worker] = await extension.workers();
      const tabs = (await worker?.evaluate(BADGES)) as [url: string, badge: string][] | undefined;
      // Chrome gives the extension the addresses of shared tabs only.
      return tabs?.find(([url]) => url === tab.url())?.[1] ?? '';
    },
    async stopWorker() {
      const target = await browser.waitForTarget(
        (each) => each.type() === 'service_worker' && each.url().startsWith(origin),
      );
      const worker = await target.worker();
      await worker?.close();
    },
    close: () => browser.close(),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
