import type { BrowserState } from '@btcp/tools';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Tab } from './tab.js';

type Cookie = Protocol.Network.Cookie;

/** Only pages of the web have something to keep, and an address to come back to. */
const WEB_PAGE = /^https?:\/\//;

/** Where cookies are kept: the browser, or a context of it. */
export interface CookieJar {
  root: CDPSession;
  context: string | undefined;
}

/** The cookies of the browser, and what the open pages have stored. */
export async function readState({ root, context }: CookieJar, tabs: readonly Tab[]): Promise<BrowserState> {
  const { cookies } = await root.send('Storage.getCookies', inContext(context));
  const stored = await Promise.all(tabs.map(readStorage));
  const byOrigin = new Map(stored.flatMap((each) => (each ? [[each.origin, each]] : [])));
  return {
    cookies: cookies.map((cookie) => ({ ...cookie })),
    storage: [...byOrigin.values()],
    tabs: tabs.map(({ document }) => document.url).filter((url) => WEB_PAGE.test(url)),
  };
}

async function readStorage(tab: Tab): Promise<BrowserState['storage'][number] | undefined> {
  if (tab.dialog || !WEB_PAGE.test(tab.document.url)) return undefined;
  const expression = '({ origin: location.origin, local: { ...localStorage } })';
  const { result } = await tab.cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
}

/** Puts cookies and storage in place of what there is. The tab is led through the origins, without asking their servers. */
export async function writeState({ root, context }: CookieJar, tab: Tab, state: BrowserState): Promise<void> {
  await root.send('Storage.clearCookies', inContext(context));
  const cookies = (state.cookies as unknown as Cookie[]).map(settable);
  await root.send('Storage.setCookies', { cookies, ...inContext(context) });
  if (state.storage.length === 0) return;
  const { cdp } = tab;
  const answer = ({ requestId }: Protocol.Fetch.RequestPausedEvent) => {
    const headers = [{ name: 'content-type', value: 'text/html' }];
    cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: headers }).catch(() => {});
  };
  cdp.on('Fetch.requestPaused', answer);
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  try {
    for (const { origin, local } of state.storage) {
      const loaded = new Promise((resolve) => cdp.once('Page.domContentEventFired', resolve));
      await cdp.send('Page.navigate', { url: `${origin}/` });
      await loaded;
      const expression = `localStorage.clear(); Object.assign(localStorage, ${JSON.stringify(local)}); undefined`;
      await cdp.send('Runtime.evaluate', { expression });
    }
  } finally {
    cdp.off('Fetch.requestPaused', answer);
    await cdp.send('Fetch.disable');
  }
}

function settable({ size: _size, session, expires, ...cookie }: Cookie): Protocol.Network.CookieParam {
  return { ...cookie, ...(session || expires <= 0 ? {} : { expires }) };
}

function inContext(context: string | undefined): { browserContextId?: string } {
  return context === undefined ? {} : { browserContextId: context };
}
