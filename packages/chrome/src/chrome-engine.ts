import { rm } from 'node:fs/promises';
import type { BrowserEngine, BrowserSession } from '@btcp/tools';
import type { ChromeBinary } from './binary/chrome-binary.js';
import { resolveChrome } from './binary/resolve-chrome.js';
import { ChromeSession, type Viewport } from './chrome-session.js';
import { launchChrome } from './launch-chrome.js';
import { RunFolder } from './run-folder.js';

export interface ChromeEngineOptions {
  /** The path of a browser; found or obtained when left out. */
  chrome?: string | undefined;
  headed?: boolean | undefined;
  viewport?: Viewport | undefined;
  /** Told what is going on while a browser is obtained. */
  onProgress?: ((line: string) => void) | undefined;
}

const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** Runs one Chrome process per conversation, each with its own empty profile. */
export class ChromeEngine implements BrowserEngine {
  readonly #options: ChromeEngineOptions;
  #binary: Promise<ChromeBinary> | undefined;
  #runFolder: RunFolder | undefined;

  constructor(options: ChromeEngineOptions = {}) {
    this.#options = options;
  }

  async open(): Promise<BrowserSession> {
    const binary = await this.#resolve();
    this.#runFolder ??= new RunFolder();
    const profile = await this.#runFolder.createProfile();
    const remove = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    try {
      const { browser } = await launchChrome({
        binary,
        profile,
        headed: this.#options.headed,
      });
      browser.process()?.once('exit', () => void remove().catch(() => {}));
      return await ChromeSession.start(browser, this.#options.viewport ?? DEFAULT_VIEWPORT);
    } catch (thrown) {
      await remove().catch(() => {});
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#runFolder?.remove();
  }

  /** Looked up once; a failure is not kept, so that the next call tries again. */
  async #resolve(): Promise<ChromeBinary> {
    this.#binary ??= resolveChrome({ path: this.#options.chrome, onProgress: this.#options.onProgress });
    try {
      return await this.#binary;
    } catch (thrown) {
      this.#binary = undefined;
      throw thrown;
    }
  }
}
