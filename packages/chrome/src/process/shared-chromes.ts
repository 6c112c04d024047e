import type { BrowserContextOptions, Target } from 'puppeteer-core';
import type { ChromeProcess } from './chrome-process.js';

/** More contexts make a Chrome slow, and its crash hits more conversations. */
const CONTEXTS_PER_CHROME = 12;

interface SharedChrome {
  starting: Promise<ChromeProcess>;
  contexts: number;
}

export interface SharedTab {
  tab: Target;
  chrome: ChromeProcess;
  release(): Promise<void>;
}

/** Chromes that several conversations share, each in its own context. */
export class SharedChromes {
  readonly #start: () => Promise<ChromeProcess>;
  readonly #chromes = new Set<SharedChrome>();

  constructor(start: () => Promise<ChromeProcess>) {
    this.#start = start;
  }

  async open(options: BrowserContextOptions): Promise<SharedTab> {
    const shared = this.#withRoom();
    shared.contexts++;
    try {
      const chrome = await shared.starting;
      if (!chrome.alive) throw new Error('The shared Chrome has ended.');
      const { tab, context } = await chrome.isolatedTab(options);
      const release = async () => {
        await context.close().catch(() => {});
        await this.#leave(shared);
      };
      return { tab, chrome, release };
    } catch (thrown) {
      await this.#leave(shared);
      throw thrown;
    }
  }

  #withRoom(): SharedChrome {
    for (const shared of this.#chromes) if (shared.contexts < CONTEXTS_PER_CHROME) return shared;
    const shared: SharedChrome = { starting: this.#start(), contexts: 0 };
    this.#chromes.add(shared);
    const forget = () => this.#chromes.delete(shared);
    shared.starting.then(({ browser }) => browser.once('disconnected', forget), forget);
    return shared;
  }

  async #leave(shared: SharedChrome): Promise<void> {
    shared.contexts--;
    if (shared.contexts > 0) return;
    this.#chromes.delete(shared);
    await shared.starting.then((chrome) => chrome.end()).catch(() => {});
  }
}
