import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Target } from 'puppeteer-core';
import type { ChromeBinary } from './binary/chrome-binary.js';
import type { ChromeChild } from './chrome-child.js';
import type { Profile } from './folders/profile.js';
import { type LaunchedChrome, launchChrome } from './launch-chrome.js';

const END_TIMEOUT_MS = 2_000;

export interface ChromeProcessOptions {
  binary: ChromeBinary;
  profile: Profile;
  headed: boolean | undefined;
  flags?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  onWarning?: ((line: string) => void) | undefined;
}

/** One running Chrome; its profile is released when it ends. */
export class ChromeProcess {
  readonly browser: Browser;
  readonly sandboxed: boolean;
  /** The name of its profile, where that outlives it. */
  readonly profile: string | undefined;
  readonly #child: ChromeChild;
  readonly #ended: Promise<void>;
  #root: Promise<CDPSession> | undefined;
  #openings: Promise<unknown> = Promise.resolve();

  private constructor({ browser, child, sandboxed }: LaunchedChrome, profile: Profile) {
    this.browser = browser;
    this.sandboxed = sandboxed;
    this.profile = profile.name;
    this.#child = child;
    this.#ended = child.ended.then(() => profile.release()).catch(() => {});
  }

  static async start({ profile, ...options }: ChromeProcessOptions): Promise<ChromeProcess> {
    try {
      return new ChromeProcess(await launchChrome({ ...options, profile: profile.path }), profile);
    } catch (thrown) {
      await profile.release();
      throw thrown;
    }
  }

  get alive(): boolean {
    return this.browser.connected;
  }

  /** The shared session with the browser process, which reports tabs. */
  root(): Promise<CDPSession> {
    this.#root ??= this.#openRoot();
    return this.#root;
  }

  /** A separate session with the browser process. */
  openRoot(): Promise<CDPSession> {
    // One after the other: of two sessions that are opened together, Puppeteer takes one for its own, and Chrome for gone
    // when that one is detached.
    const session = this.#openings.then(() => this.browser.target().createCDPSession());
    this.#openings = session.catch(() => {});
    return session;
  }

  async #openRoot(): Promise<CDPSession> {
    const root = await this.openRoot();
    await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    return root;
  }

  async firstTab(): Promise<Target> {
    return this.#whileAlive(this.browser.waitForTarget((target) => target.type() === 'page'));
  }

  /** A tab in a context of its own: it shares no cookies, storage or cache with any other. */
  async isolatedTab(options: BrowserContextOptions = {}): Promise<{ tab: Target; context: BrowserContext }> {
    const context = await this.browser.createBrowserContext(options);
    await (await this.root()).send('Target.createTarget', {
      url: 'about:blank',
      ...(context.id ? { browserContextId: context.id } : {}),
    });
    return { tab: await this.#whileAlive(context.waitForTarget((target) => target.type() === 'page')), context };
  }

  /** Puppeteer keeps waiting for a tab of a Chrome that is gone. */
  #whileAlive<T>(waiting: Promise<T>): Promise<T> {
    waiting.catch(() => {});
    return Promise.race([waiting, this.#ended.then(() => Promise.reject(new Error('Chrome has ended.')))]);
  }

  /** Ends Chrome, at once where nothing is kept, and waits until its profile is released. */
  async end(): Promise<void> {
    if (this.profile === undefined) this.#child.kill();
    const tooLong = setTimeout(() => this.#child.kill(), END_TIMEOUT_MS);
    await this.browser.close().catch(() => this.#child.kill());
    await this.#ended;
    clearTimeout(tooLong);
  }
}
