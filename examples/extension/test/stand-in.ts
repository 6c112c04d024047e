import { readFileSync } from 'node:fs';
import { servePages, startChrome } from '@btcp/test-support';
import type { Page } from 'puppeteer-core';
import type { BrowserWithExtension } from './browser-with-extension.ts';

// What the extension uses of Chrome's API, in a page. Events are fired from outside, and what needs a browser is asked
// of the test by `askTest`.
const API = `globalThis.chrome = (() => {
  const event = () => {
    const listeners = new Set();
    return {
      addListener: (listener) => listeners.add(listener),
      removeListener: (listener) => listeners.delete(listener),
      fire: (...parameters) => { for (const listener of [...listeners]) listener(...parameters); },
    };
  };
  const ask = (name) => (...parameters) => askTest(name, JSON.stringify(parameters)).then(JSON.parse);
  const ports = new Map();
  // Not every Chromium lets a page close what a test has opened.
  window.close = ask('closeWindow');
  const openPort = (id, name, sender) => {
    const port = {
      name, sender, onMessage: event(), onDisconnect: event(),
      postMessage: (message) => void ask('say')(id, message),
      disconnect: () => void ask('hangUp')(id),
    };
    ports.set(id, port);
    return port;
  };
  return {
    ports, openPort,
    runtime: {
      id: 'stand-in', onConnect: event(), onMessage: event(),
      getURL: (path) => location.origin + '/' + path,
      openOptionsPage: ask('openOptionsPage'),
      sendMessage: ask('sendMessage'),
      connect({ name }) {
        const id = crypto.randomUUID();
        const port = openPort(id, name);
        void ask('connect')(id, name);
        return port;
      },
    },
    action: {
      onClicked: event(), setBadgeText: ask('setBadgeText'),
      setBadgeBackgroundColor: async () => {}, setBadgeTextColor: async () => {}, setTitle: async () => {},
    },
    tabs: { onUpdated: event(), onRemoved: event(), get: ask('getTab'), captureVisibleTab: ask('captureVisibleTab') },
    scripting: { executeScript: ask('executeScript') },
    windows: { onRemoved: event(), create: ask('createWindow'), update: async () => {}, remove: async () => {} },
    storage: {
      local: { get: ask('getLocal'), set: ask('setLocal'), setAccessLevel: async () => {} },
      session: { get: async () => ({}), set: async () => {} },
    },
  };
})()`;

interface StandInTab {
  page: Page;
  badge: string;
  /** The site on which the person pressed the button: scripts may be put into its pages and no others. */
  activeOn: string | undefined;
}

/** The built scripts of the extension in a Chromium that cannot load extensions, with the API that they use around them. */
export async function startStandIn(folder: string): Promise<BrowserWithExtension> {
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
  const script = (name: string) => `<!doctype html><title>${name}</title><script type="module">${read(name)}</script>`;
  const inline = (name: string) =>
    read(`${name}.html`).replace(/<script.*<\/script>/, () => `<script type="module">${read(`${name}.js`)}</script>`);
  const site = await servePages({
    '/worker.html': script('worker.js'),
    '/ask.html': inline('ask'),
    '/options.html': inline('options'),
  });
  const browser = await startChrome();
  const tabs: StandInTab[] = [];
  // The two pages that each port connects.
  const ports = new Map<string, Page[]>();
  let stored: object = {};
  let worker: Page | undefined;

  async function open(url: string, prepare?: (page: Page) => void): Promise<Page> {
    const page = await browser.newPage();
    prepare?.(page);
    await page.exposeFunction('askTest', async (name: string, parameters: string) =>
      JSON.stringify((await answers[name]?.(page, ...(JSON.parse(parameters) as never[]))) ?? null),
    );
    await page.evaluateOnNewDocument(API);
    await page.goto(url);
    return page;
  }

  const fire = (page: Page | undefined, path: string, ...parameters: unknown[]) =>
    page?.evaluate(`chrome.${path}.fire(...${JSON.stringify(parameters)})`).catch(() => undefined);
  const hangUp = async (page: Page, id: string) => {
    const others = ports.get(id)?.filter((each) => each !== page) ?? [];
    ports.delete(id);
    for (const other of others) await fire(other, `ports.get('${id}')?.onDisconnect`);
  };
  const tabOf = (page: Page) => tabs.findIndex((tab) => tab.page === page);

  const answers: Record<string, (page: Page, ...parameters: never[]) => unknown> = {
    say: (page, id: string, message: unknown) =>
      Promise.all(
        (ports.get(id) ?? [])
          .filter((each) => each !== page)
          .map((each) => fire(each, `ports.get('${id}').onMessage`, message)),
      ),
    hangUp,
    async connect(page, id: string, name: string) {
      if (!worker) return;
      ports.set(id, [page, worker]);
      const sender = JSON.stringify({ tab: { id: tabOf(page) }, url: page.url() });
      const port = `chrome.openPort('${id}', '${name}', ${sender})`;
      await worker.evaluate(`chrome.runtime.onConnect.fire(${port})`);
    },
    sendMessage: (page, message: unknown) => fire(worker, 'runtime.onMessage', message, { url: page.url() }),
    setBadgeText(_page, { tabId, text }: { tabId: number; text: string }) {
      const tab = tabs[tabId];
      if (tab) tab.badge = text;
    },
    getTab: async (_page, id: number) => ({
      id,
      windowId: 1,
      active: true,
      url: tabs[id]?.page.url(),
      title: await tabs[id]?.page.title(),
    }),
    captureVisibleTab: async () => `data:image/png;base64,${await tabs[0]?.page.screenshot({ encoding: 'base64' })}`,
    async executeScript(_page, { target }: { target: { tabId: number } }) {
      const tab = tabs[target.tabId];
      if (!tab || new URL(tab.page.url()).origin !== tab.activeOn)
        throw new Error('Cannot access contents of the page.');
      await tab.page.evaluate(read('document.js'));
    },
    async createWindow(_page, { url }: { url: string }) {
      await open(url, (page) => page.once('close', () => void fire(worker, 'windows.onRemoved', 7)));
      return { id: 7 };
    },
    closeWindow: (page) => page.close(),
    getLocal: () => stored,
    setLocal(_page, values: object) {
      stored = values;
    },
  };

  worker = await open(`${site.origin}/worker.html`);
  return {
    origin: site.origin,
    async openTab(url) {
      const page = await open(url, (opened) => {
        const id = tabs.push({ page: opened, badge: '', activeOn: undefined }) - 1;
        opened.on('framenavigated', async (frame) => {
          if (frame !== opened.mainFrame()) return;
          for (const [port, pages] of ports) if (pages.includes(opened)) await hangUp(opened, port);
        });
        opened.on('load', () => void fire(worker, 'tabs.onUpdated', id, { status: 'complete' }));
      });
      return page;
    },
    async press(page) {
      const tab = tabs[tabOf(page)];
      if (tab) tab.activeOn = new URL(page.url()).origin;
      await fire(worker, 'action.onClicked', { id: tabOf(page), url: page.url(), title: await page.title() });
    },
    async ownPage(name) {
      const target = await browser.waitForTarget(
        (each) => each.url().startsWith(site.origin) && each.url().includes(name),
        { timeout: 60_000 },
      );
      const page = await target.page();
      if (!page) throw new Error(`${target.url()} is no page.`);
      return page;
    },
    openOptions: () => open(`${site.origin}/options.html`),
    badge: async (page) => tabs[tabOf(page)]?.badge ?? '',
    async [Symbol.asyncDispose]() {
      await browser.close();
      await site.close();
    },
  };
}
