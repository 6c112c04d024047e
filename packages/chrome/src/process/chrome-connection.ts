import type { Browser, BrowserContextOptions, CDPSession, Target } from 'puppeteer-core';

/** What a session has in a Chrome that others use as well. */
export interface OpenedTab {
  tab: Target;
  close(): Promise<void>;
}

/** One running Chrome as sessions see it, regardless of who started it. */
export abstract class ChromeConnection {
  readonly browser: Browser;
  /** The name of its profile, where we know and keep it. */
  readonly profile: string | undefined;
  #root: Promise<CDPSession> | undefined;
  #openings: Promise<unknown> = Promise.resolve();

  constructor(browser: Browser, profile?: string) {
    this.browser = browser;
    this.profile = profile;
  }

  readonly nextCall: string = 'starts a new browser';

  /** Ends what was started here, and nothing else. */
  abstract end(): Promise<void>;

  get alive(): boolean {
    return this.browser.connected;
  }

  /** The shared session with the browser process, which reports tabs. */
  root(): Promise<CDPSession> {
    this.#root ??= this.#openRoot();
    return this.#root;
  }

  openRoot(): Promise<CDPSession> {
    // One by one: of two that open together, Puppeteer takes one for its own, and Chrome for gone when it is detached.
    const session = this.#openings.then(() => this.browser.target().createCDPSession());
    this.#openings = session.catch(() => {});
    return session;
  }

  async #openRoot(): Promise<CDPSession> {
    const root = await this.openRoot();
    await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    return root;
  }

  /** A tab in a context of its own: it shares no cookies, storage or cache with any other. */
  async isolatedTab(options: BrowserContextOptions = {}): Promise<OpenedTab> {
    const context = await this.browser.createBrowserContext(options);
    await (await this.root()).send('Target.createTarget', {
      url: 'about:blank',
      ...(context.id ? { browserContextId: context.id } : {}),
    });
    const tab = await this.whileAlive(context.waitForTarget((target) => target.type() === 'page'));
    return { tab, close: () => context.close() };
  }

  /** Rejects as soon as Chrome is gone: what waits for an event of it would wait for its whole time limit. */
  whileAlive<T>(waiting: Promise<T>): Promise<T> {
    waiting.catch(() => {});
    const gone = () => new Error('Chrome has ended.');
    if (!this.alive) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      const onGone = () => reject(gone());
      this.browser.once('disconnected', onGone);
      waiting.then(resolve, reject).finally(() => this.browser.off('disconnected', onGone));
    });
  }
}
