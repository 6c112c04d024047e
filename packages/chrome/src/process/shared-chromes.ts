import type { ChromeConnection, OpenedTab } from './chrome-connection.js';

interface SharedChrome<Chrome> {
  starting: Promise<Chrome>;
  sessions: number;
}

type SharedTab<Chrome, Opened> = Omit<Opened, 'close'> & { chrome: Chrome; release(): Promise<void> };

export class SharedChromes<Chrome extends ChromeConnection> {
  readonly #start: () => Promise<Chrome>;
  readonly #maxSessions: number;
  readonly #chromes = new Set<SharedChrome<Chrome>>();

  constructor(start: () => Promise<Chrome>, maxSessions: number) {
    this.#start = start;
    this.#maxSessions = maxSessions;
  }

  async open<Opened extends OpenedTab>(
    openTab: (chrome: Chrome) => Promise<Opened>,
  ): Promise<SharedTab<Chrome, Opened>> {
    const shared = this.#withRoom();
    shared.sessions++;
    try {
      const chrome = await shared.starting;
      if (!chrome.alive) throw new Error('The shared Chrome has ended.');
      const { close, ...opened } = await openTab(chrome);
      const release = async () => {
        await close().catch(() => {});
        await this.#leave(shared);
      };
      return { ...opened, chrome, release };
    } catch (thrown) {
      await this.#leave(shared);
      throw thrown;
    }
  }

  #withRoom(): SharedChrome<Chrome> {
    for (const shared of this.#chromes) if (shared.sessions < this.#maxSessions) return shared;
    const shared: SharedChrome<Chrome> = { starting: this.#start(), sessions: 0 };
    this.#chromes.add(shared);
    const forget = () => this.#chromes.delete(shared);
    shared.starting.then(({ browser }) => browser.once('disconnected', forget), forget);
    return shared;
  }

  async #leave(shared: SharedChrome<Chrome>): Promise<void> {
    shared.sessions--;
    if (shared.sessions > 0) return;
    this.#chromes.delete(shared);
    await shared.starting.then((chrome) => chrome.end()).catch(() => {});
  }
}
