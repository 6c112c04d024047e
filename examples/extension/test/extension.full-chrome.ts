// `npm run test:extension`: the extension in a real Chrome. Needs one that can load extensions, which the Chromium of
// `npm ci` cannot: BTCP_FULL_CHROME names it, or an installed one is found.
import { resolveChrome } from '@btcp/chrome';
import puppeteer, { type Page } from 'puppeteer-core';
import { test } from 'vitest';
import { buildExtension } from '../build.mjs';
import type { BrowserWithExtension } from './browser-with-extension.ts';
import { shareTab } from './sharing-a-tab.ts';

/** The badge of each tab, by its title. */
const BADGES = `chrome.tabs.query({}).then((tabs) =>
  Promise.all(tabs.map(async ({ id, title }) => [title, await chrome.action.getBadgeText({ tabId: id })])))`;

async function startFullChrome(): Promise<BrowserWithExtension> {
  const { path, environment } = await resolveChrome({ path: process.env.BTCP_FULL_CHROME });
  const browser = await puppeteer.launch({
    executablePath: path,
    pipe: true,
    env: { ...process.env, ...environment },
    enableExtensions: true,
    args: ['--no-sandbox'],
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
      const title = await tab.title();
      const tabs = (await worker?.evaluate(BADGES)) as [title: string, badge: string][] | undefined;
      return tabs?.find(([name]) => name === title)?.[1] ?? '';
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

test('the extension shares a tab with an MCP client, in a Chrome that loads extensions', async () => {
  await using browser = await startFullChrome();
  await shareTab(browser);
}, 120_000);
