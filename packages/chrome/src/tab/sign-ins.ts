import { toAddress } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { Tab } from './tab.js';

/** Sends the name and password of an address to its origin only; Chrome would ask in a window. */
export class SignIns {
  readonly #headers = new Map<string, string>();
  // Own sessions, so that nothing else intercepts requests there.
  readonly #lines = new WeakMap<Tab, Promise<CDPSession>>();

  async learn(address: string, tabs: readonly Tab[]): Promise<string> {
    const url = new URL(toAddress(address));
    if (url.username === '') return address;
    const words = `${decoded(url.username)}:${decoded(url.password)}`;
    this.#headers.set(url.origin, `Basic ${Buffer.from(words).toString('base64')}`);
    await Promise.all(tabs.map((tab) => this.follow(tab)));
    url.username = '';
    url.password = '';
    return url.href;
  }

  async follow(tab: Tab): Promise<void> {
    if (this.#headers.size === 0) return;
    const line = this.#lines.get(tab) ?? this.#openLine(tab);
    this.#lines.set(tab, line);
    const patterns = [...this.#headers.keys()].map((origin) => ({ urlPattern: `${origin}/*` }));
    await (await line).send('Fetch.enable', { patterns });
  }

  async #openLine(tab: Tab): Promise<CDPSession> {
    const line = await tab.openSession();
    line.on('Fetch.requestPaused', ({ requestId, request }) => {
      const authorization = this.#headers.get(new URL(request.url).origin);
      const headers = Object.entries({ ...request.headers, ...(authorization ? { authorization } : {}) });
      const named = headers.map(([name, value]) => ({ name, value }));
      line.send('Fetch.continueRequest', { requestId, headers: named }).catch(() => {});
    });
    return line;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
