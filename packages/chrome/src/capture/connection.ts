import type { CDPSession } from 'puppeteer-core';

/** Whether the pages and workers of a session reach the network. New ones are as those before them. */
export class Connection {
  readonly #sessions = new Set<CDPSession>();
  #isOffline = false;

  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** Follows one page, frame or worker from now on. */
  async follow(cdp: CDPSession): Promise<void> {
    this.#sessions.add(cdp);
    if (this.#isOffline) await apply(cdp, true);
  }

  async setOffline(offline: boolean): Promise<void> {
    this.#isOffline = offline;
    for (const cdp of this.#sessions) if (cdp.detached) this.#sessions.delete(cdp);
    // One that ends meanwhile needs no network any more.
    await Promise.all([...this.#sessions].map((cdp) => apply(cdp, offline).catch(() => {})));
  }
}

async function apply(cdp: CDPSession, offline: boolean): Promise<void> {
  const noLimit = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { offline, ...noLimit });
}
