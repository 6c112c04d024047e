import type { NetworkConditions } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';

const NO_LIMITS: NetworkConditions = { offline: false, latency: 0, download: -1, upload: -1 };

export class Connection {
  readonly #sessions = new Set<CDPSession>();
  #conditions = NO_LIMITS;

  get isOffline(): boolean {
    return this.#conditions.offline;
  }

  get name(): string | undefined {
    return this.#conditions.name;
  }

  async follow(cdp: CDPSession): Promise<void> {
    this.#sessions.add(cdp);
    if (this.#conditions !== NO_LIMITS) await apply(cdp, this.#conditions);
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.setConditions({ ...this.#conditions, offline });
  }

  async setConditions(conditions: NetworkConditions | undefined): Promise<void> {
    this.#conditions = conditions ?? NO_LIMITS;
    for (const cdp of this.#sessions) if (cdp.detached) this.#sessions.delete(cdp);
    await Promise.all([...this.#sessions].map((cdp) => apply(cdp, this.#conditions).catch(() => {})));
  }
}

async function apply(cdp: CDPSession, { offline, latency, download, upload }: NetworkConditions): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', {
    offline,
    latency,
    downloadThroughput: download,
    uploadThroughput: upload,
  });
}
