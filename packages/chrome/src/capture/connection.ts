import type { CDPSession } from 'puppeteer-core';

export class Connection {
  readonly #sessions = new Set<CDPSession>();
  #isOffline = false;

  get isOffline(): boolean {
    return this.#isOffline;
  }

  async follow(cdp: CDPSession): Promise<void> {
    this.#sessions.add(cdp);
    if (this.#isOffline) await apply(cdp, true);
  }

  async setOffline(offline: boolean): Promise<void> {
    this.#isOffline = offline;
    for (const cdp of this.#sessions) if (cdp.detached) this.#sessions.delete(cdp);
    await Promise.all([...this.#sessions].map((cdp) => apply(cdp, offline).catch(() => {})));
  }
}

async function apply(cdp: CDPSession, offline: boolean): Promise<void> {
  const noLimit = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { offline, ...noLimit });
}
