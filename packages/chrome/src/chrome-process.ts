import type { Browser, BrowserContext, CDPSession, Target } from 'puppeteer-core';
import type { ChromeBinary } from './binary/chrome-binary.js';
import { launchChrome } from './launch-chrome.js';
import type { Profile } from './profile.js';

/** A browser that does not end by itself within this time is killed. */
const END_TIMEOUT_MS = 2_000;

export interface ChromeProcessOptions {
  binary: ChromeBinary;
  profile: Profile;
  headed: boolean | undefined;
  flags?: readonly string[] | undefined;
}

/** One running Chrome and its profile. Whatever happens to it, the profile is released. */
export class ChromeProcess {
  readonly browser: Browser;
  readonly sandboxed: boolean;
  readonly #ended: Promise<void>;
  #root: Promise<CDPSession> | undefined;

  private constructor(browser: Browser, sandboxed: boolean, profile: Profile) {
    this.browser = browser;
    this.sandboxed = sandboxed;
    const chrome = browser.process();
    const hasExited = !chrome || chrome.exitCode !== null || chrome.signalCode !== null;
    const exit = hasExited ? Promise.resolve() : new Promise((resolve) => chrome.once('exit', resolve));
    // A killed Chrome resets its pipe after the driver has stopped listening, which would end our process too.
    for (const stream of chrome?.stdio ?? []) stream?.on('error', () => {});
    this.#ended = exit.then(() => profile.release()).catch(() => {});
  }

  static async start({ binary, profile, headed, flags }: ChromeProcessOptions): Promise<ChromeProcess> {
    try {
      const { browser, sandboxed } = await launchChrome({ binary, profile: profile.path, headed, flags });
      return new ChromeProcess(browser, sandboxed, profile);
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
    return this.browser.waitForTarget((target) => target.type() === 'page');
  }

  /** A tab in a context of its own: it shares no cookies, storage or cache with any other. */
  async isolatedTab(): Promise<{ tab: Target; context: BrowserContext }> {
    const context = await this.browser.createBrowserContext();
    await (await this.root()).send('Target.createTarget', {
      url: 'about:blank',
      ...(context.id ? { browserContextId: context.id } : {}),
    });
    return { tab: await context.waitForTarget((target) => target.type() === 'page'), context };
  }

  /** Ends Chrome, by force if it must be, and waits until its profile is released. */
  async end(): Promise<void> {
    const chrome = this.browser.process();
    const tooLong = setTimeout(() => chrome?.kill('SIGKILL'), END_TIMEOUT_MS);
    await this.browser.close().catch(() => chrome?.kill('SIGKILL'));
    await this.#ended;
    clearTimeout(tooLong);
  }
}
