import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Target } from 'puppeteer-core';
import { raise } from '../cdp/within.js';
import type { ChromeBinary } from './binary/chrome-binary.js';
import type { ChromeChild } from './chrome-child.js';
import type { Profile } from './folders/profile.js';
import { type LaunchedChrome, launchChrome } from './launch-chrome.js';

/** A browser that does not end by itself within this time is killed. */
const END_TIMEOUT_MS = 2_000;

export interface ChromeProcessOptions {
  binary: ChromeBinary;
  profile: Profile;
  headed: boolean | undefined;
  flags?: readonly string[] | undefined;
  /** Ends a start that nobody waits for any more. */
  signal?: AbortSignal | undefined;
}

/** One running Chrome and its profile. Whatever happens to it, the profile is released. */
export class ChromeProcess {
  readonly browser: Browser;
  readonly sandboxed: boolean;
  readonly #child: ChromeChild;
  readonly #isKept: boolean;
  readonly #ended: Promise<void>;
  #root: Promise<CDPSession> | undefined;

  private constructor({ browser, child, sandboxed }: LaunchedChrome, profile: Profile) {
    this.browser = browser;
    this.sandboxed = sandboxed;
    this.#child = child;
    this.#isKept = profile.isKept;
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

  /** Speaks with the browser process itself, which also tells what tabs come and go. */
  root(): Promise<CDPSession> {
    this.#root ??= this.#openRoot();
    return this.#root;
  }

  /** A line to the browser process that nobody else listens on. */
  openRoot(): Promise<CDPSession> {
    return this.browser.target().createCDPSession();
  }

  async #openRoot(): Promise<CDPSession> {
    const root = await this.openRoot();
    await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
    return root;
  }

  /** The tab that Chrome opens by itself. */
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

  /** The driver goes on waiting for a tab of a Chrome that is gone. */
  #whileAlive<T>(waiting: Promise<T>): Promise<T> {
    waiting.catch(() => {});
    return Promise.race([waiting, this.#ended.then(() => raise(new Error('Chrome has ended.')))]);
  }

  /** Ends Chrome, by force if it must be or where nothing is lost by it, and waits until its profile is released. */
  async end(): Promise<void> {
    if (!this.#isKept) this.#child.kill();
    const tooLong = setTimeout(() => this.#child.kill(), END_TIMEOUT_MS);
    await this.browser.close().catch(() => this.#child.kill());
    await this.#ended;
    clearTimeout(tooLong);
  }
}
