import type { Target } from 'puppeteer-core';
import type { ChromeBinary } from './binary/chrome-binary.js';
import type { ChromeChild } from './chrome-child.js';
import { ChromeConnection } from './chrome-connection.js';
import type { Profile } from './folders/profile.js';
import { type LaunchedChrome, launchChrome } from './launch-chrome.js';

// A profile is written at the end: who is killed before that loses logins.
const END_TIMEOUT_MS = 15_000;

export interface ChromeProcessOptions {
  binary: ChromeBinary;
  profile: Profile;
  headed: boolean | undefined;
  flags?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  onWarning?: ((line: string) => void) | undefined;
}

export class ChromeProcess extends ChromeConnection {
  readonly sandboxed: boolean;
  readonly #child: ChromeChild;
  readonly #ended: Promise<void>;

  private constructor({ browser, child, sandboxed }: LaunchedChrome, profile: Profile) {
    super(browser, profile.name);
    this.sandboxed = sandboxed;
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

  async firstTab(): Promise<Target> {
    return this.whileAlive(this.browser.waitForTarget((target) => target.type() === 'page'));
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
