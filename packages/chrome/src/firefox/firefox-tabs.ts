import { BtcpError } from '@btcp/protocol';
import type { TabInfo } from '@btcp/tools';
import type { Browser, Page, Target } from 'puppeteer-core';
import type { Viewport } from '../tab/tab.js';
import { FirefoxTab } from './firefox-tab.js';

export class FirefoxTabs {
  readonly #browser: Browser;
  readonly #viewport: Viewport;
  readonly #tabs = new Map<Page, FirefoxTab>();
  #active: FirefoxTab | undefined;
  #count = 0;
  #frames = 0;

  private constructor(browser: Browser, viewport: Viewport) {
    this.#browser = browser;
    this.#viewport = viewport;
    browser.on('targetcreated', this.#onCreated);
  }

  static async start(browser: Browser, viewport: Viewport): Promise<FirefoxTabs> {
    const tabs = new FirefoxTabs(browser, viewport);
    for (const { page } of await tabs.all()) await page.setViewport(viewport);
    return tabs;
  }

  async all(): Promise<FirefoxTab[]> {
    const pages = await this.#browser.pages();
    for (const page of this.#tabs.keys()) if (page.isClosed()) this.#tabs.delete(page);
    return pages.filter((page) => !page.isClosed()).map((page) => this.#of(page));
  }

  get addresses(): string[] {
    return [...this.#tabs.keys()].map((page) => page.url());
  }

  get current(): FirefoxTab | undefined {
    return this.#active;
  }

  async active(): Promise<FirefoxTab> {
    if (this.#active && !this.#active.page.isClosed()) return this.#active;
    const [first] = await this.all();
    this.#active = first ?? (await this.open());
    return this.#active;
  }

  async list(): Promise<TabInfo[]> {
    const active = await this.active();
    return Promise.all(
      (await this.all()).map(async (tab) => {
        const { url, title } = tab.info(await tab.state().catch(() => undefined));
        return { id: tab.id, url, title, active: tab === active };
      }),
    );
  }

  async open(): Promise<FirefoxTab> {
    this.#active = this.#of(await this.#browser.newPage());
    await this.#active.page.setViewport(this.#viewport);
    return this.#active;
  }

  async select(id: string): Promise<void> {
    const tab = await this.#find(id);
    await tab.page.bringToFront();
    this.#active = tab;
  }

  async close(id: string): Promise<void> {
    const tab = await this.#find(id);
    // The last tab of Firefox is its window.
    if ((await this.all()).length === 1) await this.open();
    await tab.page.close();
    this.#tabs.delete(tab.page);
    if (this.#active === tab) this.#active = undefined;
  }

  readonly #onCreated = (target: Target) => {
    void target
      .page()
      .then((page) => page && this.#of(page))
      .catch(() => {});
  };

  #of(page: Page): FirefoxTab {
    const known = this.#tabs.get(page) ?? new FirefoxTab(`t${++this.#count}`, page, () => `f${++this.#frames}`);
    this.#tabs.set(page, known);
    return known;
  }

  async #find(id: string): Promise<FirefoxTab> {
    const tabs = await this.all();
    const tab = tabs.find((each) => each.id === id);
    if (tab) return tab;
    throw new BtcpError('not_found', `There is no tab ${id}.`, {
      hint: `The tabs are ${tabs.map((each) => each.id).join(', ')}.`,
    });
  }
}
