import type { BrowserContext, BrowserContextOptions, Target } from 'puppeteer-core';
import { infoOfTarget } from '../cdp/target-info.js';
import { attachChrome } from './attach/attach-chrome.js';
import type { BrowserAddress } from './attach/browser-address.js';
import { ChromeConnection, type OpenedTab } from './chrome-connection.js';
import { closeTargets, OwnTabs } from './own-tabs.js';

/** A browser that somebody else started: it is left as it was found. */
export class AttachedChrome extends ChromeConnection {
  readonly #claimed = new Set<string>();
  readonly #contexts = new Set<BrowserContext>();

  static async attach(address: BrowserAddress, signal: AbortSignal): Promise<AttachedChrome> {
    return new AttachedChrome(await attachChrome(address, signal));
  }

  override readonly nextCall = 'connects to it again';

  /** A tab with the cookies and accounts of the profile, and the way to open more of them. */
  async personsTab(): Promise<OpenedTab & { persons: { own: OwnTabs; newTab(): Promise<Target> } }> {
    const own = new OwnTabs(this.#claimed);
    const newTab = () => this.#newTab(own);
    return { tab: await newTab(), persons: { own, newTab }, close: async () => own.close(await this.root()) };
  }

  // In a window of its own, because a tab that a person's window does not show paints nothing.
  async #newTab(own: OwnTabs): Promise<Target> {
    const root = await this.root();
    const { targetId } = await root.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      background: true,
    });
    own.add(targetId);
    return this.whileAlive(this.browser.waitForTarget((target) => infoOfTarget(target).targetId === targetId));
  }

  override async isolatedTab(options?: BrowserContextOptions): Promise<OpenedTab> {
    const isolated = await super.isolatedTab(options);
    const context = isolated.tab.browserContext();
    this.#contexts.add(context);
    const close = async () => {
      this.#contexts.delete(context);
      await isolated.close();
    };
    return { ...isolated, close };
  }

  async end(): Promise<void> {
    if (!this.alive) return;
    await Promise.all([...this.#contexts].map((context) => context.close().catch(() => {})));
    await closeTargets(await this.root(), this.#claimed).catch(() => {});
    await this.browser.disconnect();
  }
}
